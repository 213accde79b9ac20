// Sets the chosen theme and language before the page is painted, so it is a plain script in the head and not a module. Without a choice those of the system apply.
(() => {
  const key = 'nexsolve.theme';
  const { dataset } = document.documentElement;
  try {
    dataset.theme = window.localStorage.getItem(key) ?? '';
  } catch {
    // Nothing is stored.
  }
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('[data-theme-switch]'))) return;
    const shown = dataset.theme || (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    dataset.theme = shown === 'dark' ? 'light' : 'dark';
    try {
      window.localStorage.setItem(key, dataset.theme);
    } catch {
      // The choice lasts until the page is closed.
    }
  });
})();

// `data-languages` lists the languages of the page. Texts of another one than English are hidden until `language.js` has translated them.
(() => {
  const root = document.documentElement;
  const known = (root.dataset.languages ?? 'en').split(' ');
  let wanted = navigator.languages ?? [];
  try {
    wanted = [window.localStorage.getItem('nexsolve.language'), ...wanted];
  } catch {
    // Nothing is stored.
  }
  root.lang = wanted.map((code) => (code ?? '').split('-')[0]).find((code) => known.includes(code)) ?? known[0];
  root.classList.toggle('translating', root.lang !== 'en');
})();
