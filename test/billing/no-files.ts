import type { BillingPlatform } from '#server/features/billing/billing-platform.ts';

const none = (): Promise<never> => Promise.reject(new Error('a file was used'));

/** No picture is sent in these tests. */
export const noFiles: Pick<BillingPlatform, 'files' | 'images' | 'storage'> = {
  files: { keepWith: none, removeLater: async () => undefined },
  images: { toThumbnail: none },
  storage: { open: none },
};
