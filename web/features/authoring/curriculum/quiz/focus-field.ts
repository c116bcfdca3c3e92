/**
 * Focuses a field of the question at once. The form library does so after a pause, in which fast typing would go to the
 * field before.
 */
export const focusField = (name: string): void => document.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
