import { call } from '#web/api/call.ts';
import { useChangeSite } from './site.tsx';

/** Fetches the facts about the school that every page has, such as its plans. If this fails, pages keep what they had. */
export const useRefreshSite = () => {
  const changeSite = useChangeSite();
  return (): Promise<void> =>
    call('GET /site').then(
      ({ site }) => changeSite(site),
      () => undefined,
    );
};
