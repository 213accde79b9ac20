// Sets light or dark before the page is painted: a plain script in the head, no module.
(() => {
  const key = 'nexsolve.theme';
  const root = document.documentElement;
  const system = window.matchMedia('(prefers-color-scheme: dark)');

  function chosen() {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return root.dataset.chosen ?? null;
    }
  }

  function apply() {
    const theme = chosen();
    const known = theme === 'light' || theme === 'dark';
    root.dataset.theme = known ? theme : system.matches ? 'dark' : 'light';
  }

  function toggle() {
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    root.dataset.chosen = theme;
    try {
      window.localStorage.setItem(key, theme);
    } catch {
      // It holds until the page is closed.
    }
    root.dataset.theme = theme;
  }

  apply();
  system.addEventListener('change', apply);
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-theme-switch]')) toggle();
  });
})();
