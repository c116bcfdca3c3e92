import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

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
