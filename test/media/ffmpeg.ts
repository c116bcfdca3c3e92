import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs ffmpeg, with `input` on its standard input, and returns its standard output. */
export async function ffmpeg(args: readonly string[], input: Iterable<Uint8Array> = []): Promise<Buffer> {
  const child = spawn(process.env['FFMPEG_PATH'] ?? 'ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  const closed = once(child, 'close');
  for (const chunk of input) {
    if (!child.stdin.write(chunk)) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}: ${args.join(' ')}`);
  return Buffer.concat(output);
}
