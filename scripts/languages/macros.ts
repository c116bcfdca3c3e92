import {
  parseSync,
  type PluginObj,
  transformSync,
  traverse,
  type NodePath,
  type TransformOptions,
  types,
} from '@babel/core';
import extract from '@lingui/babel-plugin-extract-messages';
import macro from '@lingui/babel-plugin-lingui-macro';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const RUNTIME = '#web/ui/language/language.tsx';
export const HAS_MACROS = /from '@lingui\/(?:core|react)\/macro'/;

const linguiConfig = {
  runtimeConfigModule: { i18n: [RUNTIME, 'i18n'], Trans: [RUNTIME, 'Trans'], useLingui: [RUNTIME, 'useLingui'] },
  macro: { corePackage: ['@lingui/core/macro'], jsxPackage: ['@lingui/react/macro'] },
};

/** A text as pages draw it; one without values stays a string. */
export const compiled = (text: string): unknown => {
  const parts = compileMessage(text);
  const [first] = parts;
  // Without properties that are undefined.
  return parts.length === 1 && typeof first === 'string' ? first : JSON.parse(JSON.stringify(parts));
};

const isText = ({ leadingComments }: types.Node): boolean =>
  leadingComments?.some(({ value }) => value.trim() === '* i18n') === true;

const nameOf = (property: types.Node): string | undefined =>
  types.isObjectProperty(property) && types.isIdentifier(property.key) ? property.key.name : undefined;

const isMark = (node: types.Node): boolean => types.isIdentifier(node) && ['t', 'msg'].includes(node.name);
const UNKNOWN = 'Take `t` from `useLingui` in the function that writes the text';

/** A mark that a hook passes on is none to the macro: its text would be empty, or in no catalogue. */
const leaveNoMark = {
  TaggedTemplateExpression(path: NodePath<types.TaggedTemplateExpression>) {
    if (isMark(path.node.tag)) throw path.buildCodeFrameError(UNKNOWN);
  },
  CallExpression(path: NodePath<types.CallExpression>) {
    if (isMark(path.node.callee) && types.isObjectExpression(path.node.arguments[0]))
      throw path.buildCodeFrameError(UNKNOWN);
  },
};

/** English stays in the program, compiled, so that an English page loads no catalogue and no parser. */
const compileTexts = (): PluginObj => ({
  visitor: {
    Program: { exit: (program: NodePath<types.Program>) => program.traverse(leaveNoMark) },
    ObjectExpression({ node }: NodePath<types.ObjectExpression>) {
      if (!isText(node)) return;
      node.properties = node.properties.filter((property) => nameOf(property) !== 'context');
      for (const property of node.properties)
        if (nameOf(property) === 'message' && types.isObjectProperty(property) && types.isStringLiteral(property.value))
          property.value = types.valueToNode(compiled(property.value.value));
    },
  },
});

const base: TransformOptions = { configFile: false, babelrc: false, parserOpts: { plugins: ['jsx', 'typescript'] } };

/** Throws for a text that would be empty, or in no catalogue. */
export const drawnTexts = (code: string, filename: string) => {
  const plugins = [[macro, { descriptorFields: 'message', linguiConfig }], compileTexts];
  const result = transformSync(code, { ...base, filename, sourceMaps: true, plugins });
  return result?.code ? { code: result.code, map: result.map ?? null } : null;
};

/** Replaces the macros of texts in components by what draws them. */
export const languageMacros: Plugin = {
  name: 'language-macros',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: HAS_MACROS },
    handler: (code, id) => drawnTexts(code, id),
  },
};

/** A text as it stands in the source. */
export interface SourceText {
  message: string;
  /** Tells apart what is one text in English. */
  context: string;
  /** For translators. */
  comment: string;
  /** What stands in the places of values. */
  values: string[];
}

export const textsIn = (code: string, file: string): SourceText[] => {
  if (!HAS_MACROS.test(code)) return [];
  const texts: SourceText[] = [];
  const onMessageExtracted = ({ message = '', context = '', comment = '', placeholders = {} }: FoundText): void => {
    const values = Object.entries(placeholders).flatMap(([name, source]) =>
      /^\d+$/.test(name) ? [`{${name}}: ${source.replaceAll(/\s+/g, ' ')}`] : [],
    );
    texts.push({ message, context, comment, values });
  };
  const plugins = [
    [macro, { descriptorFields: 'all', linguiConfig }],
    [extract, { linguiConfig, onMessageExtracted }],
  ];
  transformSync(code, { ...base, filename: file, code: false, plugins });
  return texts;
};

/** The messages that `say` of the contract is called with. */
export const sentencesIn = (code: string): string[] => {
  if (!/\bsay\(/.test(code)) return [];
  const found: string[] = [];
  const program = parseSync(code, base);
  if (program)
    traverse(program, {
      CallExpression({
        node: {
          callee,
          arguments: [message],
        },
      }) {
        if (types.isIdentifier(callee, { name: 'say' }) && types.isStringLiteral(message)) found.push(message.value);
      },
    });
  return found;
};

interface FoundText {
  message?: string;
  context?: string;
  comment?: string;
  placeholders?: Record<string, string>;
}
