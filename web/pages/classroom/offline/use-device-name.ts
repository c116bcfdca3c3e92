import { useMedia } from '#web/components/use-media.ts';

/** "phone" or "computer", as people call the device. */
export const useDeviceName = (): string => (useMedia('(pointer: coarse)') ? 'phone' : 'computer');
