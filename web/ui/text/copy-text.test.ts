import { expect, onTestFinished, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

test('a link that is still requested is copied with the press itself, which Safari forgets while a request runs', async () => {
  const written: unknown[] = [];
  class Item {
    readonly parts: Record<string, Promise<Blob>>;
    constructor(parts: Record<string, Promise<Blob>>) {
      this.parts = parts;
    }
  }
  vi.stubGlobal('ClipboardItem', Item);
  const write = async ([item]: Item[]): Promise<void> =>
    void written.push(await (await item?.parts['text/plain'])?.text());
  const clipboard = { write: vi.fn(write), writeText: vi.fn<(text: string) => Promise<void>>() };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'clipboard');
  });
  let answer: (link: string) => void = () => undefined;
  const copied = copyText(new Promise<string>((resolve) => (answer = resolve)), 'Link copied');
  expect(clipboard.write).toHaveBeenCalledOnce();
  answer('https://school.example/gift/1');
  await copied;
  expect(written).toEqual(['https://school.example/gift/1']);
});
