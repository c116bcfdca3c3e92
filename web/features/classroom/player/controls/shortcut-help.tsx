import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SHORTCUTS } from './use-player-shortcuts.ts';

export const ShortcutHelp = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title="Keyboard shortcuts"
    actions={
      <Button data-first onClick={onClose}>
        Close
      </Button>
    }
  >
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2 text-sm">
      {SHORTCUTS.map(([keys, meaning]) => (
        <div key={meaning} className="contents">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <kbd key={key} className="kbd kbd-sm">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
