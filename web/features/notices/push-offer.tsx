import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { canAskForNotices, subscribeBrowser } from './this-browser.ts';
import { noticeSettingsQuery } from './own-notices-query.ts';

const { push } = messages.userNotices;
const DISMISSED = 'push-offer-dismissed';

/** Offers notices in this browser, for places where the user follows something. Dismissing it lasts. */
export function PushOffer() {
  const { t } = useLingui();
  const { community } = useSite();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(() => canAskForNotices() && readStored(DISMISSED) !== true);
  const findPushKey = async () => (await queryClient.fetchQuery(noticeSettingsQuery())).settings.pushKey;
  const add = useAction<void, unknown>({
    run: async () => {
      // The browser decides from here on, whatever the user answers.
      setOpen(false);
      return call('POST /user/push-subscriptions', { body: await subscribeBrowser(findPushKey) });
    },
    messages: { error: push.failed },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticeSettingsQuery().queryKey }),
  });
  if (!isOpen || !community.notices) return null;
  const dismiss = () => {
    store(DISMISSED, true);
    setOpen(false);
  };
  return (
    <aside aria-label={t`Notices in this browser`} className="grid gap-1 border-t border-line p-4">
      <p className="flex items-start gap-3 text-sm text-muted">
        <BellRing size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
        {push.offer}
      </p>
      <div className="flex flex-wrap gap-2 ps-7.5">
        <Button tone="ghost" size="small" onClick={() => void add.start(undefined)}>
          <Trans>Show answers</Trans>
        </Button>
        <Button tone="ghost" size="small" onClick={dismiss}>
          <Trans>Don’t ask again</Trans>
        </Button>
      </div>
    </aside>
  );
}
