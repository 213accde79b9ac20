/**
 * The language of the page. English texts are the keys: `t('New game')` is the text in the page's language, or the English text if
 * `languages/CODE.js` has none. `theme.js` chooses the language before the page is painted; README.md says how to add one.
 *
 * A translation may contain `{name}`, the value of that name; `{name:form}`, the value in a form that the table has as `value:form`, such as
 * the genitive `Белые:gen`, or for a number the number with a noun, `{n:ply}` for `2 plies`. Nothing here needs the page.
 */

const root = globalThis.document?.documentElement;

/** The code of the page's language. */
export const LANGUAGE = root?.lang || 'en';

/** The codes of the languages of the page. */
export const LANGUAGES = (root?.dataset.languages ?? 'en').split(' ');

const file = LANGUAGE === 'en' ? {} : await import(`./languages/${LANGUAGE}.js`).catch(() => ({}));
/** The texts of the page and of the server: the translation of each English text, and a list of forms for each noun. */
const TEXTS = { ...file.TEXTS, ...file.SERVER };
/** The server's sentences with parts that vary, as pairs of a regular expression and a translation. */
const { PATTERNS = [] } = file;

const numbers = new Intl.NumberFormat(LANGUAGE);
const plurals = new Intl.PluralRules(LANGUAGE);
/** The order of the forms of a noun in a table. */
const FORMS = ['one', 'few', 'many', 'other'].filter((form) => plurals.resolvedOptions().pluralCategories.includes(form));

/** A text in the page's language, with values in place of `{name}`. A context before `|` distinguishes equal texts, and is not shown. */
export function t(text, values = {}) {
  return filled(TEXTS[text] ?? text.replace(/^\w+\|/, ''), values);
}

/** A number with its noun: `1 ply`, `2 plies`. The table has the forms of the noun under its English singular. */
export function count(number, one, many) {
  const form = plurals.select(number);
  const noun = TEXTS[one]?.[FORMS.indexOf(form)] ?? TEXTS[one]?.at(-1) ?? (form === 'one' ? one : many);
  return `${inNumbers(number)} ${noun}`;
}

/** A number as the language writes it, with so many decimals if given. */
export const inNumbers = (number, decimals) =>
  (decimals === undefined ? numbers.format(number) : number.toLocaleString(LANGUAGE, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }));

/** A sentence of the server, or a part of one, in the page's language; as it is if the language has no pattern for it. */
export function said(text) {
  if (typeof TEXTS[text] === 'string') return TEXTS[text];
  for (const [pattern, translation] of PATTERNS) {
    const found = pattern.exec(text);
    if (found) return filled(translation, found.map((part = '', i) => (i === 0 ? part : /^\d[\d,]*$/.test(part) ? Number(part.replaceAll(',', '')) : said(part))));
  }
  return text;
}

function filled(text, values) {
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name, form) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === 'number') return form ? count(value, form, form) : inNumbers(value);
    return (form && TEXTS[`${value}:${form}`]) || String(value);
  });
}

/** Attributes that are read by people. */
const ATTRIBUTES = ['title', 'aria-label', 'placeholder'];

/**
 * Translates the texts of an element and of everything in it. The key of a text with elements inside has them as `<1>text</1>`, without
 * the text if they contain elements: `Show <1></1>`. `lookup` returns a translation, or undefined.
 */
export function translate(element, lookup) {
  if (['script', 'style', 'svg', 'kbd', 'code'].includes(element.localName) || element.getAttribute('translate') === 'no') return;
  translateAttributes(element, lookup);
  const nodes = [...element.childNodes];
  const inside = nodes.filter(({ nodeType }) => nodeType === 1);
  const isText = nodes.some((node) => node.nodeType === 3 && hasWords(node.textContent));
  if (isText) {
    const translation = lookup(keyOf(nodes, inside));
    if (translation !== undefined) element.replaceChildren(...parts(translation, inside));
  }
  for (const child of inside) {
    if (isText && isSimple(child)) translateAttributes(child, lookup);
    else translate(child, lookup);
  }
}

function translateAttributes(element, lookup) {
  for (const name of ATTRIBUTES) {
    const text = element.getAttribute(name);
    const translation = text !== null && hasWords(text) ? lookup(text) : undefined;
    if (translation !== undefined) element.setAttribute(name, translation);
  }
}

const hasWords = (text) => /\p{L}/u.test(text);

/** Whether an element has only text. */
const isSimple = ({ childNodes }) => [...childNodes].every(({ nodeType }) => nodeType === 3);

function keyOf(nodes, inside) {
  const part = (node) => (node.nodeType === 3 ? node.textContent : tagged(inside.indexOf(node) + 1, isSimple(node) ? node.textContent : ''));
  return nodes.filter(({ nodeType }) => nodeType === 1 || nodeType === 3).map(part).join('').replace(/\s+/g, ' ').trim();
}

const tagged = (number, text) => `<${number}>${text}</${number}>`;

/** The nodes of a translation: texts, and the elements of the original, with their translated texts. */
function parts(translation, inside) {
  return translation.split(/(<\d+>.*?<\/\d+>)/).map((part) => {
    const [, number, text] = /^<(\d+)>(.*)<\//.exec(part) ?? [];
    if (number === undefined) return part;
    const child = inside[number - 1];
    if (text !== '') child.textContent = text;
    return child;
  });
}

if (root && LANGUAGE !== 'en') translate(globalThis.document.body, (text) => (typeof TEXTS[text] === 'string' ? TEXTS[text] : undefined));
root?.classList.remove('translating');
