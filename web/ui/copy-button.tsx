import { Copy } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { copyText } from './text/copy-text.ts';

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  text: string;
  /** The text of the toast. */
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
