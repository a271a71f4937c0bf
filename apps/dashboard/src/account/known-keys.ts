/** Texts of the keys that this tab has seen, by id. The server stores only hashes. Closing or reloading the tab forgets them. */
const texts = new Map<string, string>();

export const rememberKey = (id: string, text: string): void => void texts.set(id, text);

export const knownKey = (id: string): string | undefined => texts.get(id);

export const forgetKeys = (): void => texts.clear();
