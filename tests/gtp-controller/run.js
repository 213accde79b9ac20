// Drives `nexsolve gtp` with the controller of another project, the npm package @sabaki/gtp: two engines play whole games of
// each kind against each other, and a third hears every move and has to agree with both about the board and the score.
//
//   npm ci && NEXSOLVE=path/to/nexsolve npm test
//
// Ends with code 1 if anything is not as the protocol says, with 77 and a message if there is no controller or no engine.

'use strict'

const fs = require('fs')
const path = require('path')

let Controller
try {
  Controller = require('@sabaki/gtp').Controller
} catch (error) {
  console.error('SKIPPED: @sabaki/gtp is not installed; run `npm ci` in this folder first')
  process.exit(77)
}

const engine = process.env.NEXSOLVE || path.join(__dirname, '../../target/release/nexsolve')
if (!fs.existsSync(engine)) {
  console.error(`SKIPPED: there is no ${engine}; build it, or name it in NEXSOLVE`)
  process.exit(77)
}

const GAMES = [
  { args: ['hex:5x5'], first: 'B', games: 3 },
  { args: ['hex:swap:4x4'], first: 'B', games: 6 },
  { args: ['--game', 'hex', '--player', 'random'], resize: ['13'], first: 'B', games: 1 },
  { args: ['--game', 'hex:course', '--player', 'random'], resize: ['6'], first: 'B', games: 2 },
  { args: ['nex:3x3'], first: 'B', games: 3 },
  { args: ['nex:13x13', '--player', 'random'], first: 'B', games: 1 },
  { args: ['awari', '--player', 'uct(100)'], first: 'B', games: 2 },
  { args: ['draughts', '--player', 'uct(50)'], first: 'W', games: 2 }
]
const LONGEST = 1000

let failures = 0
let checks = 0

function check(what, holds) {
  checks += 1
  if (!holds) {
    failures += 1
    console.log(`FAILED ${what}`)
  }
}

// Sends a command with a number of its own; the answer has to carry it.
let number = 0
async function ask(engine, name, ...args) {
  number += 1
  const response = await engine.sendCommand({ id: number, name, args })
  check(`${name} ${args.join(' ')}: the answer has its number`, response.id === number)
  return response
}

async function expect(engine, content, name, ...args) {
  const response = await ask(engine, name, ...args)
  const told = `${name} ${args.join(' ')}: ${response.error ? '?' : '='} ${response.content}`
  check(`${told}, expected ${content}`, !response.error && response.content === content)
}

async function refuse(engine, start, name, ...args) {
  const response = await ask(engine, name, ...args)
  const told = `${name} ${args.join(' ')}: ${response.error ? '?' : '='} ${response.content}`
  check(`${told}, expected ? ${start}`, response.error && response.content.startsWith(start))
}

// Whole games, with both engines and the listener on the same board.
async function play(kind, number) {
  const started = [0, 1, 2].map(i => {
    const controller = new Controller(engine, ['gtp', ...kind.args, '--seed', `${3 * number + i}`])
    controller.start()
    return controller
  })
  const [one, two, listener] = started
  for (const each of started) {
    await expect(each, '2', 'protocol_version')
    if (kind.resize) await expect(each, '', 'boardsize', ...kind.resize)
    await expect(each, '', 'clear_board')
    await expect(each, '', 'komi', '0')
    await expect(each, '', 'time_settings', '60', '10', '5')
  }
  let colour = kind.first
  const moves = []
  for (; moves.length < LONGEST; colour = colour === 'B' ? 'W' : 'B') {
    const [mover, other] = moves.length % 2 === 0 ? [one, two] : [two, one]
    const legal = await ask(listener, 'all_legal_moves')
    const { content: move, error } = await ask(mover, 'genmove', colour)
    check(`genmove ${colour} after ${moves.length} moves: ${move}`, !error)
    if (error || move === 'resign' || move === 'pass') break
    check(`${move} is one of ${legal.content}`, legal.content.split(' ').includes(move))
    await expect(other, '', 'play', colour, move)
    await expect(listener, '', 'play', colour, move)
    moves.push(move)
  }
  const { content: score, error } = await ask(listener, 'final_score')
  check(`final_score: ${score}`, !error && /^([BW]\+\d*½?|0)$/.test(score))
  const { content: board } = await ask(listener, 'showboard')
  for (const each of [one, two]) {
    await expect(each, score, 'final_score')
    await expect(each, board, 'showboard')
  }
  await expect(listener, '', 'undo')
  await refuse(listener, 'cannot score', 'final_score')
  for (const each of started) await each.stop()
  console.log(`${kind.args.join(' ')}${kind.resize ? ` boardsize ${kind.resize}` : ''}: ${moves.length} moves, ${score}`)
}

// What is wrong is refused in the standard's words, and the session goes on.
async function misuse() {
  const controller = new Controller(engine, ['gtp', 'hex:3x3'])
  controller.start()
  await expect(controller, 'nexsolve Hex', 'name')
  const { content: listed } = await ask(controller, 'list_commands')
  for (const command of listed.split('\n')) await expect(controller, 'true', 'known_command', command)
  await expect(controller, 'false', 'known_command', 'castle')
  await refuse(controller, 'unknown command', 'castle', 'B')
  await refuse(controller, 'syntax error', 'play', 'B')
  await refuse(controller, 'syntax error', 'play', 'green', 'a1')
  await refuse(controller, 'illegal move', 'play', 'B', 'd4')
  await refuse(controller, 'illegal move', 'play', 'W', 'a1')
  await refuse(controller, 'cannot undo', 'undo')
  await refuse(controller, 'unacceptable size', 'boardsize', '99')
  await expect(controller, '', 'play', 'B', 'A1')
  await refuse(controller, 'illegal move', 'play', 'W', 'a1')
  await expect(controller, 'a2 a3 b1 b2 b3 c1 c2 c3', 'all_legal_moves')
  await expect(controller, 'win in 5', 'nexsolve-value')
  await controller.stop()
}

async function main() {
  await misuse()
  for (const kind of GAMES) {
    for (let number = 0; number < kind.games; number += 1) await play(kind, number)
  }
  console.log(`${checks} checks, ${failures} failed`)
  process.exitCode = failures === 0 ? 0 : 1
}

main().catch(error => {
  console.log(`FAILED ${error}`)
  process.exitCode = 1
})
