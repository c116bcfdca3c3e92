import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless';
import { useTopDialog } from '#web/components/modal.ts';

function ToastIcon({ type }: { type: Toast['type'] }) {
  if (type === 'loading') return <span className="loading loading-spinner loading-xs shrink-0" aria-hidden="true" />;
  if (type === 'success') return <CircleCheck size={20} className="text-success" aria-hidden="true" />;
  return type === 'error' ? <CircleAlert size={20} className="text-error" aria-hidden="true" /> : null;
}

/**
 * What just happened, in cards below the header. The limits are those of the library: 20 at once; blank, error and custom
 * 4 s, success 2 s, loading until it is something else; removed 1 s after it left.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  const dialog = useTopDialog();
  const cards = (
    <div className="contents" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts.map((toast) => (
        <div key={toast.id} className="toast-slot" data-leaving={toast.visible ? undefined : ''}>
          <div className="toast-card" {...toast.ariaProps}>
            {toast.icon ?? <ToastIcon type={toast.type} />}
            <span className="min-w-0">{resolveValue(toast.message, toast)}</span>
          </div>
        </div>
      ))}
    </div>
  );
  if (dialog) return createPortal(<AboveDialog>{cards}</AboveDialog>, dialog);
  return <div className="toast-stack">{cards}</div>;
}

/** Inside the dialog, or nobody would hear it; in the top layer, or the dialog would clip it. */
function AboveDialog({ children }: { children: ReactNode }) {
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if ('showPopover' in HTMLElement.prototype) stack.current?.showPopover();
  }, []);
  return (
    <div ref={stack} popover="manual" className="toast-stack">
      {children}
    </div>
  );
}
