/** In bytes. */
export const megabyte = 1_024 * 1_024;
