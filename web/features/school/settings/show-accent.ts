import { DEFAULT_ACCENT } from '#contract/school/accent.ts';

/** Draws this document in a saved accent colour, as the server does with the next one. */
export const showAccent = (accent: string): void => {
  const known = document.head.querySelector<HTMLLinkElement>('link[href^="/accent/"]');
  if (accent === DEFAULT_ACCENT) {
    known?.remove();
    return;
  }
  const sheet = known ?? document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = `/accent/${accent.slice(1).toLowerCase()}.css`;
  if (!known) document.head.append(sheet);
};
