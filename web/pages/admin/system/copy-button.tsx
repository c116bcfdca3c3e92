import { Copy } from 'lucide-react';
import type { ComponentProps } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Button } from '#web/components/button.tsx';

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  text: string;
  /** What the toast says. */
  done: string;
}

export function CopyButton({ text, done, children, ...rest }: CopyButtonProps) {
  const copy = async () => {
    try {
      // Browsers have no clipboard on a page that came without HTTPS: then this throws.
      await navigator.clipboard.writeText(text);
      toast.success(done);
    } catch {
      toast.error('This browser does not allow copying here');
    }
  };
  return (
    <Button {...rest} onClick={() => void copy()}>
      <Copy size={16} aria-hidden="true" />
      {children}
    </Button>
  );
}
