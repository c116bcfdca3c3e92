import { Trans, useLingui } from '@lingui/react/macro';
import { BlocksEditor } from '#web/features/catalog/page-blocks/blocks-editor.tsx';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export function Component() {
  const { t } = useLingui();
  const changeSite = useChangeSite();
  return (
    <SettingsFrame section={t`Home page`} isWide>
      {() => (
        <>
          <p className="mb-5 text-sm text-muted">
            <Trans>
              The opening stays first, with headline, buttons and prices. Your blocks follow. One with courses replaces
              New courses, and one with plans the offer at the foot.
            </Trans>
          </p>
          <BlocksEditor page="home" onSaved={(blocks) => changeSite({ hasBlocks: blocks.length > 0 })} />
        </>
      )}
    </SettingsFrame>
  );
}
