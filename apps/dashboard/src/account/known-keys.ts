/** Keys whose text this tab has seen, by id: the server stores only a fingerprint. Closing or reloading the tab forgets them. */
const texts = new Map<string, string>();

export const rememberKey = (id: string, text: string): void => void texts.set(id, text);

export const knownKey = (id: string): string | undefined => texts.get(id);

export const forgetKeys = (): void => texts.clear();
