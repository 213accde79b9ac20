/** The language of the page follows the browser, and can be chosen in the help. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, link, listed, moves, openTab, pressOn, says, shows } from '../support/hands.js';

/** White wins by going to the king's row. */
const ENDING = link('draughts', { start: 'W:WKc1,c5:Bh4' });

describe('a Russian browser', () => {
  const it = viewer({ locale: 'ru-RU' });

  test('shows draughts in Russian: prompt, list, tabs, verdict', async () => {
    await it.use(ENDING, async (page) => {
      await says(page, 'Ход белых. Выберите шашку для хода.');
      assert.equal(await page.locator('html').getAttribute('lang'), 'ru');
      await shows(page.locator('#title'), /^Русские шашки$/);
      assert.deepEqual(await page.locator('#tab-list [role="tab"]:not([hidden])').allInnerTexts(), ['Оценки', 'Задача', 'Заметка', 'Записи']);
      await shows(page.locator('#sentence'), /^Ход белых: выигрыш\.$/);
      await shows(page.locator('#tally'), /^\d+ ход(а|ов)?: /);
      await shows(page.locator('#detail'), /^По таблице: база /);
      await page.locator('#board svg[aria-label="Русские шашки, ход белых"]').waitFor();
      await page.locator('#board [aria-label^="c5, белая простая"]').waitFor();
      await click(page, 'c5');
      await says(page, 'Выберите поле, на которое пойти.');
      await click(page, 'd6');
      await says(page, 'Ход чёрных.');
      await moves(page, /^Позиция1\.\s*c5/);
      await shows(page.locator('#sentence'), /^Ход чёрных: проигрыш\.$/);
      await page.locator('#move-list [role="row"]').first().waitFor();
      const rows = await page.locator('#move-list .words').allInnerTexts();
      assert.ok(rows.every((words) => /^(выигрыш|ничья|проигрыш)/.test(words)), rows.join('; '));
      await pressOn(page, page.locator('#move-list button.line').first());
      await shows(page.locator('#line'), /После .* выигрыш белых/);
    });
  });

  test('has no English words beside names', async () => {
    await it.use(ENDING, async (page) => {
      await shows(page.locator('#sentence'), /выигрыш/);
      const hidden = ['comment', 'records', 'puzzle'];
      const texts = [await page.locator('body').innerText()];
      for (const name of hidden) {
        await openTab(page, name);
        texts.push(await page.locator('.tabs').innerText());
      }
      for (const [button, dialog] of [['#open-help', '#help-dialog'], ['#new-game', '#new-dialog']]) {
        await page.locator(button).click();
        texts.push(await page.locator(dialog).innerText());
        await page.locator(`${dialog} [data-close]`).click();
      }
      const names = /nexsolve|JavaScript|HexWiki|HexWorld|Little Golem|English|Nex|SGF|PDN|FEN|minimax|alphabeta|mcts|uct|puct|solver3|table|random|pseudorand|net|Ctrl|Enter|Space|Esc|Backspace|Home|End|draughts[:-]russian[:-]3/g;
      const rest = texts.join('\n').replace(names, '').match(/[A-Za-z]{3,}[^\n]*/g);
      assert.deepEqual(rest, null);
      assert.ok((await page.locator('#board').innerHTML()).includes('чёрная простая'));
    });
  });

  test('can be changed to English in the help, and the game stays', async () => {
    await it.use(ENDING, async (page) => {
      await says(page, 'Ход белых');
      await click(page, 'c5', 'd6');
      await says(page, 'Ход чёрных');
      await page.locator('#open-help').click();
      assert.deepEqual(await page.locator('#language option').allInnerTexts(), ['English', 'русский']);
      await page.locator('#language').selectOption('en');
      await says(page, 'Black to move');
      await moves(page, /c5/);
      await page.reload();
      await says(page, 'Black to move');
    });
  });
});

describe('an English browser', () => {
  const it = viewer({ locale: 'en-US' });

  test('shows draughts in English', async () => {
    await it.use(ENDING, async (page) => {
      await says(page, 'White to move. Choose a piece to move.');
      assert.equal(await page.locator('html').getAttribute('lang'), 'en');
      await shows(page.locator('#sentence'), /^White, to move, wins\.$/);
      assert.ok((await listed(page)).size > 0);
      assert.doesNotMatch(await page.locator('main').innerText(), /[а-яё]/i);
    });
  });
});
