// Every page works without this script. It adds the search and the copy buttons, and remembers the chosen programming language.

const languageKey = 'loupe-docs-language';

function chooseLanguage(language) {
  for (const radio of document.querySelectorAll('.samples input')) if (radio.value === language) radio.checked = true;
}

function keepLanguage() {
  // A browser may block storage.
  try {
    chooseLanguage(localStorage.getItem(languageKey));
  } catch {}
  document.addEventListener('change', ({ target }) => {
    if (!target.closest('.samples')) return;
    const top = target.getBoundingClientRect().top;
    chooseLanguage(target.value);
    // The blocks above change their height too. Scroll so that the clicked block stays in place.
    scrollBy(0, target.getBoundingClientRect().top - top);
    try {
      localStorage.setItem(languageKey, target.value);
    } catch {}
  });
}

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const figure of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1_500);
    });
    figure.append(button);
  }
}

const shownResults = 8;

/** The lower, the better: each word adds 0 if it is in the title, 1 in the hint, 2 in the other words. */
function rank({ title, hint, words }, wanted) {
  const places = [title, hint, words].map((text) => text.toLowerCase());
  const ranks = wanted.map((word) => places.findIndex((text) => text.includes(word)));
  return ranks.includes(-1) ? Infinity : ranks.reduce((sum, one) => sum + one, 0);
}

function find(pages, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return undefined;
  const ranked = pages.map((page) => ({ page, rank: rank(page, wanted) })).filter((one) => one.rank < Infinity);
  return ranked
    .sort((left, right) => left.rank - right.rank)
    .slice(0, shownResults)
    .map(({ page }) => page);
}

function resultOf({ title, hint, address }) {
  const link = document.createElement('a');
  link.href = address;
  link.textContent = title;
  const small = document.createElement('small');
  small.textContent = hint;
  link.append(small);
  return link;
}

function nothingFound() {
  const words = document.createElement('p');
  words.textContent = 'Nothing found.';
  return [words];
}

function enableSearch() {
  const search = document.querySelector('.search');
  if (!search) return;
  const field = search.querySelector('input');
  const found = search.querySelector('#found');
  let pages;
  const load = () => (pages ??= fetch('/docs/search.json').then((response) => response.json()));
  const show = async () => {
    const results = find(await load(), field.value);
    found.replaceChildren(
      ...(results === undefined ? [] : results.length > 0 ? results.map(resultOf) : nothingFound()),
    );
  };
  const close = () => found.replaceChildren();
  // The table of error codes shows the rows that match.
  const filter = () => {
    for (const row of document.querySelectorAll('tbody tr'))
      row.hidden = !row.textContent.toLowerCase().includes(field.value.trim().toLowerCase());
  };
  if (location.pathname === '/errors') field.addEventListener('input', filter);
  search.hidden = false;
  field.addEventListener('focus', load, { once: true });
  field.addEventListener('input', show);
  search.addEventListener('keydown', (event) => {
    const stops = [field, ...found.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
    } else if (event.key === 'Enter' && document.activeElement === field) stops[1]?.click();
    else if (event.key === 'Escape') {
      close();
      field.focus();
    }
  });
  document.addEventListener('click', ({ target }) => {
    if (!search.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping =
      /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName) && document.activeElement.type !== 'radio';
    if (event.key !== '/' || isTyping) return;
    event.preventDefault();
    field.focus();
  });
}

keepLanguage();
addCopyButtons();
enableSearch();
document.querySelector('#navigation [aria-current]')?.scrollIntoView({ block: 'nearest' });
