import type { components } from './generated/dashboard-api';

type Views = components['schemas'];

/** One object of the API by its name in the document: `View<'KeyView'>`. */
export type View<Name extends keyof Views> = Views[Name];
