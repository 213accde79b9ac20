// Sets the theme that was chosen before the page is painted: a plain script in the head, no module. Otherwise it is the system's.
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
      // It holds until the page is closed.
    }
  });
})();
