import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';

const write = async (text: string | Promise<string>): Promise<void> => {
  // Safari forgets the press while a request runs, unless it is part of what is copied.
  if (typeof text !== 'string' && 'ClipboardItem' in globalThis) {
    const item = text.then((found) => new Blob([found], { type: 'text/plain' }));
    return navigator.clipboard.write([new ClipboardItem({ 'text/plain': item })]);
  }
  // Browsers have no clipboard on a page that came without HTTPS: then this throws.
  return navigator.clipboard.writeText(await text);
};

/** Copies a text, at once also one that is still requested; a toast says `done`, or that it cannot be copied. */
export const copyText = async (text: string | Promise<string>, done: string): Promise<void> => {
  try {
    await write(text);
    toast.success(done);
  } catch {
    toast.error(messages.fields.noClipboard);
  }
};
