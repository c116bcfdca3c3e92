import type { ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

interface ReadingPaneProps {
  name: string;
  /** The name of the list. */
  list: string;
  /** Returns to the list, where it is not beside the pane. */
  onBack: (() => void) | undefined;
  children: ReactNode;
}

/** The chosen entry of a list, beside it or in its place. */
export function ReadingPane({ name, list, onBack, children }: ReadingPaneProps) {
  return (
    <section
      className="flex min-w-0 flex-1 flex-col bg-base-100 p-4 lg:overflow-y-auto lg:px-8 lg:py-6"
      aria-label={name}
    >
      {onBack && (
        <Button tone="ghost" className="mb-2 self-start" onClick={onBack}>
          <ArrowLeft size={18} aria-hidden="true" />
          {list}
        </Button>
      )}
      {children}
    </section>
  );
}
