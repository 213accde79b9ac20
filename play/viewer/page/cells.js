/**
 * How the page writes the cells of Hex: by column letter and row number (`c2`), as Hex players do, or by row letter and column number (`b3`), as
 * moves are written in links, requests and answers. Only texts for people are converted; nothing here knows the page.
 */
import { recall } from './prefs.js';

/** `columns` or `rows`. The rules pages write cells as moves are written. */
let form = 'rows';

/** Uses the form that a link asks for (`cells=rows`), or else the chosen one. */
export function useCells(hash) {
  form = /[#&]cells=(rows|columns)(&|$)/.exec(hash)?.[1] ?? (recall('cells') === 'rows' ? 'rows' : 'columns');
}

/** The form in use. */
export const cellForm = () => form;

/** Whether a board's cells have two forms. The convention of the course has its own. */
export const hasForms = (board) => /^hex(:swap)?:\d+x\d+$/.test(board);

/** A function that converts the cells in a text about a board into the form in use. */
export const cellsOn = (board) => (hasForms(board) && form === 'columns' ? exchanged : (text) => text);

/** A text with every cell in the other form: `b3` becomes `c2`, and `c2` becomes `b3`. */
export const exchanged = (text) => text.replace(/(?<![\p{L}\d])([a-s])(1\d|[1-9])(?!\d)/gu, (_, letter, number) => letterOf(Number(number)) + numberOf(letter));

/** The name of a row or column in the other form: `b` becomes `2`, and `2` becomes `b`. */
export const exchangedLine = (name) => (/^\d+$/.test(name) ? letterOf(Number(name)) : String(numberOf(name)));

const letterOf = (number) => String.fromCharCode(96 + number);
const numberOf = (letter) => letter.charCodeAt(0) - 96;
