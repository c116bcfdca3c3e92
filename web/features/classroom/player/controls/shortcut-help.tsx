import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

/** The shortcuts, as the help lists them. */
const SHORTCUTS = [
  [['K', 'Space'], msg`Play or pause`],
  [['J', 'L'], msg`Back/forward 10 seconds`],
  [['←', '→'], msg`Back/forward 5 seconds`],
  [['0 – 9'], msg`Jump to 0–90%`],
  [['<', '>'], msg`Slower/faster`],
  [['↑', '↓'], msg`Volume up/down`],
  [['M'], msg`Mute`],
  [['C'], msg`Captions`],
  [['F'], msg`Full screen`],
  [['T'], msg`Theatre mode`],
  [['P'], msg`Picture-in-picture`],
  [['N'], msg`Write a note`],
  [['Q'], msg`Ask a question`],
  [['Shift N'], msg`Next lecture`],
  [['?'], msg`Show shortcuts`],
] as const;

const ShortcutHelp = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useLingui();
  const { _ } = useLanguage();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Keyboard shortcuts`}
      actions={
        <Button data-first onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2 text-sm">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={meaning.id} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="kbd kbd-sm">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{_(meaning)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};

export default ShortcutHelp;
