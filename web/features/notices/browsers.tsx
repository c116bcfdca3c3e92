import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { NoticeSettings } from '#contract/notices/notices.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#contract/format.ts';
import { mayShowNotices, subscribeBrowser } from './this-browser.ts';
import { noticeSettingsQuery } from './own-notices-query.ts';
import { isInSafariTab } from '#web/ui/use-media.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const { push } = messages.userNotices;

/** Adds this browser, removes one, and sends a test to all. */
const useBrowserActions = () => {
  const queryClient = useQueryClient();
  const show = (saved: ResponseOf<'GET /user/notice-settings'>) =>
    void queryClient.setQueryData(noticeSettingsQuery().queryKey, saved);
  const add = useAction({
    run: async (key: string) =>
      call('POST /user/push-subscriptions', { body: await subscribeBrowser(async () => key) }),
    messages: { error: push.failed },
    onSuccess: show,
  });
  const remove = useAction({
    run: (browserId: string) => call('DELETE /user/push-subscriptions/:browserId', { params: { browserId } }),
    messages: { error: messages.userNotices.saveFailed },
    onSuccess: show,
  });
  const test = useAction<void, unknown>({
    run: () => call('POST /user/push-subscriptions/test'),
    messages: { error: push.testFailed },
  });
  return { add, remove, test };
};

/** The browsers and phones that show notices, with a button for this one. */
export function Browsers({ settings }: { settings: NoticeSettings }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { add, remove, test } = useBrowserActions();
  const needsHomeScreen = !mayShowNotices() && isInSafariTab();
  if (!mayShowNotices() && !needsHomeScreen && settings.browsers.length === 0) return null;
  return (
    <Panel title={t`Phones and browsers`}>
      <p className="text-sm text-muted">
        <Trans>They show notices while this site is closed.</Trans>
      </p>
      {needsHomeScreen && (
        <p className="mt-2 text-sm">
          <Trans>
            On an iPhone or iPad, open Share, choose Add to Home Screen, and open this site from there. Then notices can
            be switched on here.
          </Trans>
        </p>
      )}
      <ul className="my-2">
        {settings.browsers.map(({ _id, name, since }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 text-sm first:border-t-0"
          >
            <span>
              {name}{' '}
              <span className="text-muted">
                <Trans>since {{ day: formatDay(since, timeZone, locale) }}</Trans>
              </span>
            </span>
            <Button tone="quiet" isBusy={remove.isBusy} onClick={() => void remove.start(_id)}>
              <Trans>Remove</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {mayShowNotices() && (
          <Button tone="quiet" isBusy={add.isBusy} onClick={() => void add.start(settings.pushKey)}>
            <Trans>Show notices in this browser</Trans>
          </Button>
        )}
        {settings.browsers.length > 0 && (
          <Button tone="quiet" isBusy={test.isBusy} onClick={() => void test.start()}>
            <Trans>Send a test</Trans>
          </Button>
        )}
      </div>
    </Panel>
  );
}
