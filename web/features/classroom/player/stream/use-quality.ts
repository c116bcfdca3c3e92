import { useState } from 'react';
import { readPreferences, storePreferences } from '#web/features/classroom/player/player-preferences.ts';
import { isOnMobileData } from './connection-speed.ts';
import type { Quality } from './quality-menu.ts';

/** The chosen quality, remembered on the device, and the effective one while mobile data is saved. */
export const useQuality = () => {
  const [{ quality: chosen, savesMobileData }, setWanted] = useState(readPreferences);
  const change = (changed: { quality?: Quality; savesMobileData?: boolean }): void => {
    storePreferences(changed);
    setWanted((before) => ({ ...before, ...changed }));
  };
  const isMobile = isOnMobileData();
  const effective = savesMobileData && isMobile && chosen !== 'audio' ? ('lowest' as const) : chosen;
  return {
    chosen,
    choose: (quality: Quality): void => change({ quality }),
    effective,
    savesMobileData,
    saveMobileData: (isSaved: boolean): void => change({ savesMobileData: isSaved }),
    /** Whether the browser reports mobile data. */
    knowsMobileData: isMobile !== undefined,
  };
};
