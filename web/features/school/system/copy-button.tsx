import { Copy } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  text: string;
  /** What the toast says. */
  done: string;
}

export function CopyButton({ text, done, children, ...rest }: CopyButtonProps) {
  return (
    <Button {...rest} onClick={() => void copyText(text, done)}>
      <Copy size={16} aria-hidden="true" />
      {children}
    </Button>
  );
}
