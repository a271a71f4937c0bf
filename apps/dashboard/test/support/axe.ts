import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type Look, looks, usualLook, viewportOf } from './browser';

// Evaluated, not added as a script element, which the page's CSP forbids.
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** Checks the rules that axe enables by default (WCAG 2.1 A and AA, best practices), or only `rule`. */
async function violationsOf(page: Page, part: string, rule?: string): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    preload: false,
    // The only rule of axe for WCAG 2.2 AA. It is off by default.
    rules: { 'target-size': { enabled: true } },
    ...(rule && { runOnly: [rule] }),
  };
  const judge = `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`;
  const { violations } = (await page.evaluate(judge)) as AxeResult;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html.slice(0, 300)}\n${failureSummary}`),
  );
}

/** Lists elements outside their page, panel or dialog but not in a scrolling region, and buttons with cut-off text. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const edgeOf = (element: Element): number => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (scrolls(at)) return Number.POSITIVE_INFINITY;
        if (at.matches('.surface, [role="dialog"]')) return at.getBoundingClientRect().right;
      }
      return clientWidth;
    };
    const isOut = (element: Element): boolean => {
      const { right, width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && right > edgeOf(element) + 1;
    };
    const isCut = (element: Element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
    const found = [
      ...[...document.querySelectorAll(':is(main, [role="dialog"]) :is(a, button, input, select, p, table)')].filter(
        isOut,
      ),
      ...[...document.querySelectorAll('button, .mantine-Button-label')].filter(isCut),
    ].map((element) => element.outerHTML.slice(0, 200));
    return scrollWidth > clientWidth ? [`The page is ${scrollWidth} px wide.`, ...found] : found;
  });

/** Waits until the theme applies, and two more frames for layout and transitions. */
const applyTheme = (page: Page, theme: Look['theme']): Promise<void> =>
  page.evaluate(async (wanted) => {
    const frame = () => new Promise(requestAnimationFrame);
    const { dataset } = document.documentElement;
    // A page without scripts applies the theme at once.
    while ((dataset.mantineColorScheme ?? wanted) !== wanted) await frame();
    await frame();
    await frame();
  }, theme);

/** Each step changes the width or the theme. The theme changes only twice, because that restyles everything. */
const round = [looks[0]!, looks[1]!, looks[3]!, looks[2]!];

/**
 * Checks the page in all four looks. Themes differ only in colour, so dark looks need only contrast and overflow tests.
 * @param part selector of the checked part
 */
export async function expectGood(page: Page, part = 'html'): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  for (const { theme, width } of round) {
    await page.setViewportSize(viewportOf(width));
    await page.emulateMedia({ colorScheme: theme });
    await applyTheme(page, theme);
    const rule = theme === 'dark' ? 'color-contrast' : undefined;
    const [violations, overflow] = await Promise.all([violationsOf(page, part, rule), overflowOf(page)]);
    const place = { path: new URL(page.url()).pathname, theme, width };
    expect({ ...place, violations, overflow }).toEqual({ ...place, violations: [], overflow: [] });
  }
  await page.setViewportSize(viewportOf(usualLook.width));
  await page.emulateMedia({ colorScheme: usualLook.theme });
}
