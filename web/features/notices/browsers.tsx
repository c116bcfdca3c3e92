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

const { push } = messages.userNotices;

/** The browsers and phones that show notices, with a button for this one. */
export function Browsers({ settings }: { settings: NoticeSettings }) {
  const { timeZone } = useSite();
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
  const needsHomeScreen = !mayShowNotices() && isInSafariTab();
  if (!mayShowNotices() && !needsHomeScreen && settings.browsers.length === 0) return null;
  return (
    <Panel title="Phones and browsers">
      <p className="text-sm text-muted">They show notices while this site is closed.</p>
      {needsHomeScreen && (
        <p className="mt-2 text-sm">
          On an iPhone or iPad, open Share, choose Add to Home Screen, and open this site from there. Then notices can
          be switched on here.
        </p>
      )}
      <ul className="my-2">
        {settings.browsers.map(({ _id, name, since }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 text-sm first:border-t-0"
          >
            <span>
              {name} <span className="text-muted">since {formatDay(since, timeZone)}</span>
            </span>
            <Button tone="quiet" isBusy={remove.isBusy} onClick={() => void remove.start(_id)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {mayShowNotices() && (
          <Button tone="quiet" isBusy={add.isBusy} onClick={() => void add.start(settings.pushKey)}>
            Show notices in this browser
          </Button>
        )}
        {settings.browsers.length > 0 && (
          <Button tone="quiet" isBusy={test.isBusy} onClick={() => void test.start()}>
            Send a test
          </Button>
        )}
      </div>
    </Panel>
  );
}
