import type { Page } from 'playwright-core';

/** Opens the menu of a key in the list and chooses from it. */
export async function chooseForKey(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
