/** The tables of strings: every text of the page is translated, and every translation is used. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { PATTERNS, SERVER, TEXTS } from '../page/languages/ru.js';

// The module takes the language from the document.
const body = { localName: 'body', childNodes: [], getAttribute: () => null };
globalThis.document = { documentElement: { lang: 'ru', dataset: { languages: 'en ru' }, classList: { remove() {} } }, body };
const { count, inNumbers, said, t, translate } = await import('../page/language.js');

const page = new URL('../page/', import.meta.url);
const read = (name) => readFileSync(new URL(name, page), 'utf8');
const sources = readdirSync(page).filter((name) => name.endsWith('.js')).map(read);
for (const name of ['loading.js', 'source.js']) sources.push(readFileSync(new URL(`../static/${name}`, page), 'utf8'));

/** A tree of elements and texts, with as much of the document's interface as `translate` uses. */
function parsed(html) {
  const root = { nodeType: 1, localName: 'root', childNodes: [], getAttribute: () => null };
  const open = [root];
  const add = (node) => open.at(-1).childNodes.push(node);
  for (const [, comment, end, name, attributes, text] of html.matchAll(/(<!--.*?-->|<!doctype[^>]*>)|<(\/?)([\w]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>|([^<]+)/gis)) {
    if (comment) continue;
    if (text) add({ nodeType: 3, textContent: text.replaceAll('&nbsp;', '\u00a0') });
    else if (end) open.pop();
    else {
      const values = new Map([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
      const element = { nodeType: 1, localName: name, childNodes: [], getAttribute: (key) => values.get(key) ?? null };
      Object.defineProperty(element, 'textContent', { get: () => element.childNodes.map((node) => node.textContent).join('') });
      add(element);
      if (!['meta', 'link', 'input', 'img', 'br', 'hr'].includes(name)) open.push(element);
    }
  }
  assert.equal(open.length, 1, 'every element ends');
  return root;
}

/** The texts of the page: those of `t` and `count` in the modules, and those of `index.html`. */
function textsOfThePage() {
  const texts = new Set();
  for (const source of sources) {
    for (const [, text] of source.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)*)'/g)) texts.add(text.replaceAll("\\'", "'"));
    for (const [, one] of source.matchAll(/\bcount\((?:[^()]|\([^()]*\))*?,\s*'([^']+)',\s*'[^']+'\)/g)) texts.add(one);
  }
  const html = read('index.html').replace(/^[\s\S]*<body>/, '').replace(/<\/body>[\s\S]*$/, '');
  translate(parsed(html), (text) => void texts.add(text));
  return texts;
}

/** The texts in strings of the program, without line breaks. */
function textOfTheProgram() {
  const root = new URL('../../../', import.meta.url);
  const files = ['games', 'core', 'play', 'oracle', 'catalogue'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true }).filter((name) => name.endsWith('.rs') && !name.includes('target/')).map((name) => new URL(`${folder}/${name}`, root)));
  return files.map((file) => readFileSync(file, 'utf8')).join('\n').replace(/\\\n\s*/g, '');
}

/** The forms that translations refer to: `Белые:gen` and `ply` in `{side:gen}`, `{n:ply}`. */
const forms = new Set([...Object.values({ ...TEXTS, ...SERVER }), ...PATTERNS.map(([, text]) => text)].flat().flatMap((text) => [...text.matchAll(/\{\w+:(\w+)\}/g)].map(([, form]) => form)));

test('every text of the page has a Russian one, with the same values in it', () => {
  const values = (text) => [...new Set([...text.matchAll(/\{(\w+)(?::\w+)?\}|<(\d+)>/g)].map(([, name, number]) => name ?? number))].sort();
  for (const text of textsOfThePage()) {
    const translation = TEXTS[text];
    assert.ok(translation, `no Russian text for: ${text}`);
    if (typeof translation === 'string') assert.deepEqual(values(translation), values(text), text);
    else assert.equal(translation.length, 3, text);
  }
});

test('every Russian text is used, by the page or for a text of the program', () => {
  const texts = textsOfThePage();
  const program = textOfTheProgram() + read('../static/remote.js');
  const isForm = (key) => forms.has(key) || (key.includes(':') && forms.has(key.split(':').at(-1)) && key.split(':').length === 2);
  const names = ['comments', 'variations', 'names', 'Black', 'White', 'First', 'Second', 'Vertical', 'Horizontal'];
  for (const key of Object.keys(TEXTS)) assert.ok(texts.has(key) || isForm(key) || names.includes(key), `unused: ${key}`);
  for (const key of [...Object.keys(SERVER), ...names.slice(3)]) assert.ok(program.includes(key.replace(/\.$/, '')), `not in the program: ${key}`);
});

test('sentences of the server are translated, and each pattern has an example', () => {
  const examples = {
    '4×4 Nex': 'Nex 4×4',
    '5×5 Hex (Black joins left and right)': 'Гекс (чёрные соединяют левый край с правым) 5×5',
    'Hex with swap, Black joins left and right': 'Гекс с обменом, чёрные соединяют левый край с правым',
    'Russian draughts with up to 3 pieces': 'Русские шашки, до 3 шашек',
    'Awari with up to 6 seeds': 'Авари, до 6 зёрен',
    'win to loss': 'выигрыш → проигрыш',
    'Unknown: no table covers this position: White, to move, has at least a draw.': 'Неизвестно: этой позиции нет в таблицах; ход белых, как минимум ничья.',
    'Unknown: no table covers this position, and no forced win was found: White, to move, has at most a draw.': 'Неизвестно: этой позиции нет в таблицах, и форсированный выигрыш не найден; ход белых, не лучше ничьей.',
    'Not proven within 2 s: Black, to move, has at least a draw.': 'Не доказано за 2 с; ход чёрных, как минимум ничья.',
    'Not proven: play may go on for ever, and the search cannot prove such a draw: White, to move, has at least a draw.': 'Не доказано: игра может продолжаться бесконечно, а такую ничью поиск доказать не может; ход белых, как минимум ничья.',
    'Unknown: no table covers this position: White, to move, has at most a draw; a win takes at least 11 plies.': 'Неизвестно: этой позиции нет в таблицах; ход белых, не лучше ничьей; выигрыш не раньше чем через 11 полуходов.',
    'Unknown: no table covers this position; a win takes at least 3 plies.': 'Неизвестно: этой позиции нет в таблицах; выигрыш не раньше чем через 3 полухода.',
    'Unknown: no table covers this position, and no forced win was found; a win takes at least 3 plies.': 'Неизвестно: этой позиции нет в таблицах, и форсированный выигрыш не найден; выигрыш не раньше чем через 3 полухода.',
    'Not proven within 2 s; a win takes at least 1 ply.': 'Не доказано за 2 с; выигрыш не раньше чем через 1 полуход.',
    'Not proven: play may go on for ever, and the search cannot prove such a draw; a win takes at least 5 plies.': 'Не доказано: игра может продолжаться бесконечно, а такую ничью поиск доказать не может; выигрыш не раньше чем через 5 полуходов.',
    'at least a draw; a win takes at least 11 plies': 'как минимум ничья; выигрыш не раньше чем через 11 полуходов',
    'a win takes at least 4 plies': 'выигрыш не раньше чем через 4 полухода',
    'First, to move, wins by 3 seeds, and wins 1 seed more than Second from here on.': 'Ход первого: выигрыш с разницей 3 зерна; с этой позиции — на 1 зерно больше второго.',
    'Second, to move, draws, and wins as many seeds as First from here on.': 'Ход второго: ничья; с этой позиции — поровну зёрен.',
    'First, to move, loses by 5 seeds, and wins 5 seeds fewer than Second from here on.': 'Ход первого: проигрыш с разницей 5 зёрен; с этой позиции — на 5 зёрен меньше второго.',
    'wins in 5 plies': 'выигрыш через 5 полуходов',
    'loses in 1 ply': 'проигрыш через 1 полуход',
    'wins in 5 to 7 plies': 'выигрыш через 5–7 полуходов',
    'wins in at most 7 plies': 'выигрыш не позже чем через 7 полуходов',
    'loses in 4 plies or more': 'проигрыш не раньше чем через 4 полухода',
    '3 seeds': '3 зерна',
    '1 seed more than Second': 'на 1 зерно больше второго',
    '5 seeds fewer than Second': 'на 5 зёрен меньше второго',
    'as many seeds as First': 'поровну зёрен',
    'has at least a draw': 'как минимум ничья',
    'Black cannot move': 'у чёрных нет ходов',
    'it has joined top and bottom: a1, b1': 'соединены верх и низ: a1, b1',
    'search of 21 positions': 'поиск, 21 позиция',
    'search for a forced win, 12 positions': 'поиск форсированного выигрыша, 12 позиций',
    'White, to move, connects with b3.': 'Ход белых: b3 соединяет.',
    'White, to move, connects.': 'Ход белых: соединение есть.',
    'White, to move, wins in 5 plies.': 'Ход белых: выигрыш через 5 полуходов.',
    'White, to move, wins in 1 ply.': 'Ход белых: выигрыш через 1 полуход.',
    'Black, to move, loses in 2 plies.': 'Ход чёрных: проигрыш через 2 полухода.',
    'Black, to move, draws.': 'Ход чёрных: ничья.',
    'Black, to move, wins in 5 to 7 plies.': 'Ход чёрных: выигрыш через 5–7 полуходов.',
    'Black, to move, wins in at most 7 plies.': 'Ход чёрных: выигрыш не позже чем через 7 полуходов.',
    'Black, to move, loses in 4 plies or more.': 'Ход чёрных: проигрыш не раньше чем через 4 полухода.',
    'Not proven within 0.5 s.': 'Не доказано за 0.5 с.',
    'The game is over: White has won (Black cannot move).': 'Игра окончена: победа белых (у чёрных нет ходов).',
    'The game is over: a draw (the same position 3 times).': 'Игра окончена: ничья (позиция повторилась 3 раза).',
    'database draughts-russian-3': 'база draughts-russian-3',
    'no table; search of 1,234 positions; not finished within 2 s': 'таблицы нет; поиск, 1 234 позиции; не закончено за 2 с',
    'no table; search of 21 positions; unproven moves may lead to endless play': 'таблицы нет; поиск, 21 позиция; недоказанные ходы могут вести к бесконечной игре',
    'no table; search for a forced win, 12 positions': 'таблицы нет; поиск форсированного выигрыша, 12 позиций',
    'After Ba1?b2 both sides hold the draw.': 'После Ba1?b2 ничья при правильной игре обеих сторон.',
    'After c3-d4 White has won.': 'После c3-d4 победа белых.',
    'After c3-d4 White wins in 6 plies.': 'После c3-d4 выигрыш белых через 6 полуходов.',
    'After c3-d4 White wins.': 'После c3-d4 выигрыш белых.',
    'White wins in 3 plies.': 'Выигрыш белых через 3 полухода.',
    'White loses in 4 plies.': 'Проигрыш белых через 4 полухода.',
    'White wins.': 'Выигрыш белых.',
    'White loses.': 'Проигрыш белых.',
    'White draws.': 'Ничья.',
    'c3 is the only legal move.': 'c3 — единственный возможный ход.',
    'c3 is the only legal reply.': 'c3 — единственный возможный ответ.',
    'Every reply loses; c3 holds out longest.': 'Проигрывают все; c3 держится дольше всех.',
    'Every move loses.': 'Проигрывают все.',
    'Every move draws.': 'Все ведут к ничьей.',
    'Every move wins; c3 wins soonest.': 'Выигрывают все; c3 выигрывает быстрее всех.',
    'Every move wins.': 'Выигрывают все.',
    'c3 is the only move that wins.': 'c3 — единственный выигрывающий ход.',
    'c3 is the only reply that wins.': 'c3 — единственный выигрывающий ответ.',
    'c3 is the only move that holds the draw.': 'c3 — единственный ход к ничьей.',
    'c3 is the only reply that holds the draw.': 'c3 — единственный ответ, который держит ничью.',
    '3 of 12 moves win; c3 wins soonest.': 'Выигрывают 3 из 12; c3 выигрывает быстрее всех.',
    '3 of 12 replies win.': 'Выигрывают 3 из 12.',
    '3 of 12 moves hold the draw; c3 is one of them.': 'Ничью держат 3 из 12, в том числе c3.',
    'The swap exchanges the colours: the player who was White is Black from then on. The play can then go on for ever.': 'Обмен меняет цвета: кто играл за белых, дальше играет за чёрных. Дальше игра может продолжаться бесконечно.',
    'The play then repeats; at the third occurrence the remaining seeds are split.': 'Дальше игра повторяется; при третьем повторении остаток зёрен делится.',
    'The line ends after 40 plies in a draw (15 moves by kings only).': 'Вариант заканчивается через 40 полуходов ничьей (15 ходов только дамками).',
    'The line ends after 3 plies: Black has won (it has joined top and bottom: a1, b1).': 'Вариант заканчивается через 3 полухода: победа чёрных (соединены верх и низ: a1, b1).',
    'The value of c3 is not proven within 2 s.': 'Оценка хода c3 не доказана за 2 с.',
    'Unknown: no table covers the position after c3.': 'Неизвестно: позиции после c3 нет в таблицах.',
    'After b4: Black is connected: White cannot stop it.': 'После b4: Соединение чёрных есть, и помешать ему нельзя.',
    'Black is connected: White cannot stop it.': 'Соединение чёрных есть, и помешать ему нельзя.',
    'White connects with b3, and Black cannot stop it.': 'Ход b3 соединяет стороны белых, и помешать этому нельзя.',
    'White connects if it moves first.': 'Соединение белых есть, если их ход первый.',
    'No winning connection found within 2 s.': 'Выигрывающее соединение не найдено за 2 с.',
    'Every move of White loses.': 'Любой ход белых проигрывает.',
    'Black must play in one of 17 cells: every other move loses.': 'Ход чёрных — в одну из 17 клеток: любой другой проигрывает.',
    'Black must play a1, b2 or c3: every other move loses.': 'Ход чёрных — только a1, b2 или c3: любой другой проигрывает.',
    'Black must play c3: every other move loses.': 'Ход чёрных — только c3: любой другой проигрывает.',
    'White wins in 3 plies, with exactly one move.': 'Выигрыш белых через 3 полухода, ровно одним ходом.',
    'White wins, with exactly one move.': 'Выигрыш белых, ровно одним ходом.',
    'White draws, with exactly one move, says the file of puzzles.': 'Ход белых: ничья, ровно одним ходом.',
    'White draws, with exactly one move.': 'Ход белых: ничья, ровно одним ходом.',
    'no puzzle of 5×5 Nex was found': 'Nex 5×5: задача не найдена',
    'puzzle 3 of 5×5 Hex is wrong: the tables have another value for c3': 'Гекс 5×5: задача 3 неверна: в таблицах другая оценка хода c3',
    'puzzle 3 of 5×5 Hex is damaged: no such cell': 'Гекс 5×5: задача 3 повреждена: no such cell',
    'Level 3': 'Уровень 3',
    'errs about 24 times in 100': 'ошибается примерно в 24 % случаев',
    'errs about 16.5 times in 100': 'ошибается примерно в 16,5 % случаев',
    'is not certain here: it estimates a 62 % score': 'здесь не уверен: ожидает 62 % очков',
    'Looks 2 plies ahead': 'Считает на 2 полухода вперёд',
    '1,000 simulations, simple': '1 000 симуляций, простой',
    '10,000 simulations, variant': '10 000 симуляций, вариант',
    '10,000 simulations': '10 000 симуляций',
    'Neural network, 200 simulations': 'Нейросеть, 200 симуляций',
    'estimates a 62 % score': 'ожидает 62 % очков',
    'evaluates the position as -59': 'оценивает позицию в -59',
    'has proven that it wins in 5 plies': 'доказано: выигрыш через 5 полуходов',
    'has proven that it has at least a draw': 'доказано: как минимум ничья',
  };
  for (const [text, translation] of Object.entries(examples)) assert.equal(said(text).replaceAll('\u00a0', ' '), translation);
  for (const [pattern] of PATTERNS) {
    assert.ok(Object.keys(examples).some((text) => pattern.test(text)), `no example: ${pattern}`);
  }
  assert.equal(said('a sentence that nobody has translated'), 'a sentence that nobody has translated');
});

test('numbers and nouns follow the language', () => {
  assert.deepEqual([1, 2, 5, 11, 21, 22, 100].map((n) => count(n, 'move', 'moves')), ['1 ход', '2 хода', '5 ходов', '11 ходов', '21 ход', '22 хода', '100 ходов']);
  assert.equal(inNumbers(1234567.5).replaceAll('\u00a0', ' '), '1 234 567,5');
  assert.equal(inNumbers(2, 1), '2,0');
  assert.equal(t('{side} to move.', { side: t('White') }), 'Ход белых.');
  assert.equal(t('{n} lose', { n: 3 }), '3 проигрывают');
  assert.equal(t('a text|that has no translation: {n}', { n: 1 }), 'a text|that has no translation: 1');
});
