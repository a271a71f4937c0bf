/** How long a toast is shown, in milliseconds. */
export const shownMs = 5_000;
export const shownWithUndoMs = 10_000;
