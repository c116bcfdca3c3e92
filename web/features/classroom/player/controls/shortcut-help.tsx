import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

/** The shortcuts, as the help lists them. */
const SHORTCUTS = [
  [['K', 'Space'], 'Play or pause'],
  [['J', 'L'], 'Back/forward 10 seconds'],
  [['←', '→'], 'Back/forward 5 seconds'],
  [['0 – 9'], 'Jump to 0–90%'],
  [['<', '>'], 'Slower/faster'],
  [['↑', '↓'], 'Volume up/down'],
  [['M'], 'Mute'],
  [['C'], 'Captions'],
  [['F'], 'Full screen'],
  [['T'], 'Theatre mode'],
  [['P'], 'Picture-in-picture'],
  [['N'], 'Write a note'],
  [['Q'], 'Ask a question'],
  [['Shift N'], 'Next lecture'],
  [['?'], 'Show shortcuts'],
] as const;

const ShortcutHelp = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
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

export default ShortcutHelp;
