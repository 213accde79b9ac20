// Sets the chosen theme before the page is painted, so it is a plain script in the head and not a module. Without a choice the system's theme applies.
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
