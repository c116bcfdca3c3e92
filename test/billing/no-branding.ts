import type { Branding } from '#server/settings/branding.ts';

/** A school with the colour and the mark that every new school has. */
export const noBranding: Branding = {
  look: async () => ({ accent: '#F37254', logo: undefined }),
  ofPage: async () => ({ accent: '#F37254', logo: '', icon: '', touchIcon: '' }),
};
