import { call } from '#web/api/call.ts';
import { useChangeSite } from './site.tsx';

/** Reads again what every page knows of the school, such as its plans. If this fails, pages keep what they loaded before. */
export const useRefreshSite = () => {
  const changeSite = useChangeSite();
  return (): Promise<void> =>
    call('GET /site').then(
      ({ site }) => changeSite(site),
      () => undefined,
    );
};
