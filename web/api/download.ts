import { errorFrom } from '#web/api/api-error.ts';
import { unreachable } from '#web/api/send.ts';
import { addressOf, type CallName, type CallOptions, parse } from '#web/api/call.ts';
import { readToken, tokenWasRefused } from '#web/api/connection.ts';

export interface DownloadedFile {
  name: string;
  content: Blob;
}

type Rest<K extends CallName> = object extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>];

const nameIn = (disposition: string | null, fallback: string): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? fallback;

/** Asks for a file of the API with the token of the session. What is not a file is thrown as an ApiError. */
export async function download<K extends CallName>(
  name: K,
  fallbackFileName: string,
  ...rest: Rest<K>
): Promise<DownloadedFile> {
  const token = readToken();
  const [, path = ''] = name.split(' ');
  const response = await fetch(addressOf(path, rest[0] ?? {}), {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  }).catch(() => {
    throw unreachable();
  });
  if (response.status !== 200) {
    const error = errorFrom(response.status, parse(await response.text()));
    if (token && response.status === 401) tokenWasRefused(token);
    throw error;
  }
  const content = await response.blob().catch(() => {
    throw unreachable();
  });
  return { name: nameIn(response.headers.get('content-disposition'), fallbackFileName), content };
}

/** How long the browser may take to pick the bytes up. */
const KEEP_MS = 60_000;

/** Hands a file to the browser, which saves it as it saves any other. */
export const saveFile = ({ name, content }: DownloadedFile): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
};
