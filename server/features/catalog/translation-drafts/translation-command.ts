import { z } from 'zod';
import { translationMessages as messages } from '#contract/catalog/translation-messages.ts';
import { runTool, ToolError, type ToolProblem } from '#server/video/run-tool.ts';

const TIMEOUT_MS = 5 * 60_000;

const Answer = z.object({ texts: z.array(z.object({ key: z.string(), text: z.string() })) });

export interface TextsToTranslate {
  from: string;
  to: string;
  texts: readonly { key: string; text: string }[];
}

/** The command did not do its part; its message is a sentence for people, its cause for the log. */
export class CommandError extends Error {}

const sentences: Partial<Record<ToolProblem, string>> = {
  missing: messages.command.missing,
  timeout: messages.command.timeout,
};

const parse = (output: string): unknown => {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
};

/** Runs the command of the owner's choice. Throws CommandError, and ToolError `stopped`. */
export const translate = async (
  program: string,
  input: TextsToTranslate,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<z.output<typeof Answer>['texts']> => {
  const output = await runTool({ program, args: [], input: JSON.stringify(input), timeoutMs, signal }).catch(
    (error: unknown) => {
      if (error instanceof ToolError && error.problem === 'stopped') throw error;
      // What cannot be started at all is refused before it runs.
      const sentence = error instanceof ToolError ? sentences[error.problem] : messages.command.missing;
      throw new CommandError(sentence ?? messages.command.failed, { cause: error });
    },
  );
  const { data, error } = Answer.safeParse(parse(output));
  if (!data) throw new CommandError(messages.command.unreadable, { cause: error });
  return data.texts;
};
