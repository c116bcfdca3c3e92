import { toast } from 'react-hot-toast/headless';

/** Copies a text; a toast says `done`, or that it cannot be copied. */
export const copyText = async (text: string, done: string): Promise<void> => {
  try {
    // Browsers have no clipboard on a page that came without HTTPS: then this throws.
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error('This browser does not allow copying here');
  }
};
