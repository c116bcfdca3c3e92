import { parseSync, type types } from '@babel/core';
import { HAS_MACROS } from './macros.ts';

/** A sentence, or a word with a capital letter; not names of classes, events or keys. */
const WORDS = /^[^\p{L}]*(?:\p{Lu}\p{Ll}+(?:[ .,:?!…]|$)|(?:[\p{L}’]+[,:]? )+[\p{L}’]+[.?!]?$)|\p{L}{2}[.?!] \p{Lu}/u;
const IN_ELEMENT = /\p{L}{2}/u;
/** Their texts are in the catalogue already. */
const MACRO_ELEMENTS = /^(?:Trans|Plural|Select|SelectOrdinal)$/;
const MACROS = /^(?:msg|t|plural|select|defineMessage)$/;
/** Elements whose text is no language. */
const CODE = /^(?:code|kbd|pre)$/;
/** Names of companies, programs, formats, keys and languages. */
const NAMES = /^(?:Facebook|Instagram|Lectern|Node|Aiken|English|Space|Enter|Ctrl|Alt|Ctrl Enter|Shift \w)$/;
/** Attributes and properties that no reader sees, and the names of schema.org and of the fields of LinkedIn. */
const UNSEEN =
  /^(?:class|style|sizes|d|type|id|key|kind|role|rel|href|to|src|srcSet|autoComplete|tone|size|as|accept|capture|allow|media|data-.*|aria-keyshortcuts|mode|method|align|fill|stroke.*|transform|points|viewBox|preserveAspectRatio|[a-z]*ClassName|Authorization|art|decoration|@\w+|category|courseMode|linkedInFields)$/i;
const UNSEEN_CALLS =
  /^(?:\w*(?:Error|Exception)|setHeader|querySelector(?:All)?|closest|matches|matchMedia|addEventListener|removeEventListener|getItem|setItem|removeItem|call|endpointQuery|includes|startsWith|endsWith|split|join|log|warn|register|import)$/;
/** What writes English without so many arguments: the locale is the last. */
const ENGLISH_BELOW = new Map([
  ['countOf', Infinity],
  ['formatSpan', 3],
  ['formatLength', 2],
  ['formatDay', 3],
  ['formatCalendarDay', 2],
  ['formatDays', 3],
  ['formatWeekday', 3],
  ['formatShortDay', 3],
  ['formatShortCalendarDay', 2],
  ['formatMonth', 3],
  ['formatTime', 3],
  ['formatMoment', 3],
  ['formatShortMoment', 4],
  ['listOf', 2],
  ['lengthLabelOf', Infinity],
  ['forLengthOf', Infinity],
  ['eachOf', Infinity],
]);

const nameOf = (node: types.Node | null | undefined): string => {
  if (!node) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name;
  if (node.type === 'StringLiteral') return node.value;
  return /^(?:Optional)?MemberExpression$/.test(node.type) && 'property' in node ? nameOf(node.property) : '';
};

/** The title of a book without one is the seed of its picture. */
const hidesTitle = ({ attributes }: types.JSXOpeningElement): boolean =>
  attributes.some((attribute) => attribute.type === 'JSXAttribute' && nameOf(attribute.name) === 'hidesTitle');

const isUnseenCall = ({ callee }: { callee: types.Node }, hasMacros: boolean): boolean =>
  (hasMacros && MACROS.test(nameOf(callee))) || UNSEEN_CALLS.test(nameOf(callee)) || callee.type === 'Super';

const isListOfWords = (node: types.Node | null | undefined): boolean =>
  node?.type === 'TSAsExpression' &&
  node.expression.type === 'ArrayExpression' &&
  node.expression.elements.every((one) => one?.type === 'StringLiteral');

interface Source {
  /** Without an import of a macro, `t` and `msg` are none. */
  hasMacros: boolean;
  /** Whether the values of a list are a type. */
  isType: (name: string) => boolean;
}

/** What is thrown is for developers, and quotations stay in their language. */
const isLeftOut = (node: types.Node, { hasMacros, isType }: Source): boolean => {
  switch (node.type) {
    case 'JSXElement':
      return MACRO_ELEMENTS.test(nameOf(node.openingElement.name)) || CODE.test(nameOf(node.openingElement.name));
    case 'JSXOpeningElement':
      return hidesTitle(node);
    case 'JSXAttribute':
      return UNSEEN.test(nameOf(node.name));
    case 'TaggedTemplateExpression':
      return hasMacros && MACROS.test(nameOf(node.tag));
    case 'CallExpression':
    case 'OptionalCallExpression':
    case 'NewExpression':
      return isUnseenCall(node, hasMacros);
    case 'VariableDeclarator':
      return nameOf(node.id) === 'quotations' || (isListOfWords(node.init) && isType(nameOf(node.id)));
    case 'ObjectProperty':
      return UNSEEN.test(nameOf(node.key));
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return false;
    default:
      return /^(?:TS|Import|ExportAll|BinaryExpression$|Directive|ThrowStatement$)/.test(node.type);
  }
};

const textOf = (node: types.Node): string => {
  if (node.type === 'CallExpression') {
    const name = nameOf(node.callee);
    return node.arguments.length < (ENGLISH_BELOW.get(name) ?? 0) ? `${name}()` : '';
  }
  const isInElement = node.type === 'JSXText';
  const text =
    isInElement || node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? node.value.raw : '';
  return (isInElement ? IN_ELEMENT : WORDS).test(text.trim()) && !NAMES.test(text.trim()) ? text : '';
};

/** The name of a field is a key; that of a component may be read. */
const isFieldName = (node: types.Node, parent: types.Node): boolean =>
  node.type === 'JSXAttribute' &&
  nameOf(node.name) === 'name' &&
  parent.type === 'JSXOpeningElement' &&
  /^[a-z]/.test(nameOf(parent.name));

const childrenOf = (node: types.Node): types.Node[] =>
  Object.entries(node)
    .filter(([name]) => !(name === 'key' && node.type === 'ObjectProperty'))
    .flatMap(([, value]) => value)
    .filter((child) => typeof child?.type === 'string' && 'start' in child)
    .filter((child) => !isFieldName(child, node));

/** The texts for people in a component that no catalogue has. */
export const literalsIn = (code: string, file: string): string[] => {
  const source: Source = {
    hasMacros: HAS_MACROS.test(code),
    isType: (name) => new RegExp(`typeof ${name}\\b`).test(code),
  };
  const visit = (node: types.Node): string[] => {
    if (isLeftOut(node, source)) return [];
    const text = textOf(node).trim().replaceAll(/\s+/g, ' ');
    return [...(text === '' ? [] : [text]), ...childrenOf(node).flatMap(visit)];
  };
  const tree = parseSync(code, {
    configFile: false,
    babelrc: false,
    filename: file,
    parserOpts: { plugins: ['jsx', 'typescript'] },
  });
  return tree ? visit(tree.program) : [];
};
