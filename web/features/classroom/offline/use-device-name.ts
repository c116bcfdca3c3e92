import { useMedia } from '#web/ui/use-media.ts';

/** "phone" or "computer", as people call the device. */
export const useDeviceName = (): string => (useMedia('(pointer: coarse)') ? 'phone' : 'computer');
