import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

/** About as many characters as a line of the page has. */
const LINE_CHARACTERS = 75;

export const linesOf = (text: string): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0);

/** Shows the first lines of a long text, and the rest on demand. Without JavaScript everything is there. */
export function ReadMore({ children }: { children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* A link in the hidden lines may get the focus. */}
      <div id={id} className={isOpen ? undefined : 'folded'} onFocus={() => setOpen(true)}>
        {children}
      </div>
      <button
        type="button"
        className="fold-button mt-2 min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold text-primary hover:underline"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Read less' : 'Read more'}
        <ChevronDown size={16} className={isOpen ? 'rotate-180' : ''} aria-hidden="true" />
      </button>
    </>
  );
}
