import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { Failure } from '#server/errors.ts';
import { type Done, InspectedSink, type Inspection } from './inspected-sink.ts';

/** Remembers what it was given, call by call. */
class Memory extends InspectedSink {
  readonly calls: string[][] = [];
  isFinished = false;
  protected override append(chunks: Buffer[], done: Done): void {
    this.calls.push(chunks.map(String));
    setImmediate(done);
  }
  protected override finish(done: Done): void {
    this.isFinished = true;
    super.finish(done);
  }
}

const inspecting = (bytes: number, problem?: Error): Inspection & { seen: string[] } => {
  const seen: string[] = [];
  return {
    bytes,
    seen,
    inspect: (first) => {
      seen.push(String(first));
      if (problem !== undefined) throw problem;
    },
  };
};

const send = async (sink: Memory, ...chunks: string[]): Promise<string> => {
  await pipeline(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), sink);
  return sink.calls.flat().join('');
};

test('all bytes are written and counted, and what arrives during a write is written together', async () => {
  const sink = new Memory(undefined, 100);
  expect(await send(sink, 'ab', 'cd', 'ef')).toBe('abcdef');
  expect(sink.calls).toEqual([['ab'], ['cd', 'ef']]);
  expect([sink.bytesWritten, sink.isFinished]).toEqual([6, true]);
});

test('nothing is written before the first bytes are checked, which are as many as are asked for', async () => {
  const inspection = inspecting(5);
  const sink = new Memory(inspection, 100);
  expect(await send(sink, 'ab', 'cd', 'ef', 'gh')).toBe('abcdefgh');
  expect(inspection.seen).toEqual(['abcde']);
  expect(sink.calls[0]).toEqual(['ab', 'cd', 'ef']);
});

test('a file that is shorter is checked at its end, and an empty one too', async () => {
  const [short, none] = [inspecting(5), inspecting(5)];
  const sink = new Memory(short, 100);
  expect(await send(sink, 'ab', 'cd')).toBe('abcd');
  expect([short.seen, sink.isFinished]).toEqual([['abcd'], true]);
  const empty = new Memory(none, 100);
  expect(await send(empty)).toBe('');
  expect([none.seen, empty.calls, empty.isFinished]).toEqual([[''], [], true]);
});

test('a file of exactly as many bytes as are checked is checked once', async () => {
  const inspection = inspecting(4);
  const sink = new Memory(inspection, 4);
  expect(await send(sink, 'ab', 'cd')).toBe('abcd');
  expect([inspection.seen, sink.bytesWritten]).toEqual([['abcd'], 4]);
});

test('a failed check ends the stream before a byte is written', async () => {
  for (const chunks of [['abcdef'], ['ab']]) {
    const sink = new Memory(inspecting(5, new Error('not a video')), 100);
    await expect(send(sink, ...chunks)).rejects.toThrow('not a video');
    expect([sink.calls, sink.isFinished]).toEqual([[], false]);
  }
});

test('more bytes than may be written are refused, and not written', async () => {
  for (const inspection of [undefined, inspecting(2)]) {
    const sink = new Memory(inspection, 5);
    const problem = await send(sink, 'ab', 'cd', 'ef').catch((error: unknown) => error);
    expect(problem instanceof Failure && problem.code).toBe('too_large');
    expect([sink.calls.flat().join('').length <= 5, sink.isFinished]).toEqual([true, false]);
  }
  expect(await send(new Memory(undefined, 6), 'ab', 'cd', 'ef')).toBe('abcdef');
});
