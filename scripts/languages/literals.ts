import { parseSync, type types } from '@babel/core';

/** A sentence, or a word with a capital letter; not names of classes, events or keys. */
const WORDS = /^[^\p{L}]*(?:\p{Lu}\p{Ll}+(?:[ .,:?!…]|$)|(?:[\p{L}’]+[,:]? )+[\p{L}’]+[.?!]?$)/u;
const IN_ELEMENT = /\p{L}{2}/u;
/** Their texts are in the catalogue already. */
const TRANSLATED = new Set([
  'Trans',
  'Plural',
  'Select',
  'SelectOrdinal',
  'msg',
  't',
  'plural',
  'select',
  'defineMessage',
]);
/** Properties and arguments that no reader sees. */
const UNSEEN =
  /^(?:class(?:Name)?|style|sizes|d|type|id|key|kind|name|role|rel|href|to|src|srcSet|autoComplete|tone|size|as|accept|capture|allow|media|data-.*|mode|method|align|fill|stroke.*|transform|points|viewBox|[a-z]+ClassName)$/;
const UNSEEN_CALLS =
  /^(?:Error|TypeError|RangeError|querySelector(?:All)?|closest|matches|matchMedia|addEventListener|removeEventListener|getItem|setItem|removeItem|call|endpointQuery|includes|startsWith|endsWith|split|join|log|warn|register|import)$/;

const nameOf = (node: types.Node | null | undefined): string => {
  if (!node) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name;
  if (node.type === 'StringLiteral') return node.value;
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
};

const isLeftOut = (node: types.Node): boolean => {
  if (node.type === 'JSXElement')
    return (
      TRANSLATED.has(nameOf(node.openingElement.name)) || /^(?:code|kbd|pre)$/.test(nameOf(node.openingElement.name))
    );
  if (node.type === 'JSXAttribute') return UNSEEN.test(nameOf(node.name));
  if (node.type === 'TaggedTemplateExpression') return TRANSLATED.has(nameOf(node.tag));
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return TRANSLATED.has(nameOf(node.callee)) || UNSEEN_CALLS.test(nameOf(node.callee));
  if (node.type === 'ObjectProperty') return UNSEEN.test(nameOf(node.key));
  return (
    /^(?:TS|Import|Export(?:All|Named)Declaration$|BinaryExpression$|Directive)/.test(node.type) &&
    node.type !== 'ExportNamedDeclaration'
  );
};

const textOf = (node: types.Node): string => {
  if (node.type === 'JSXText') return IN_ELEMENT.test(node.value) ? node.value : '';
  const text = node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? node.value.raw : '';
  return WORDS.test(text) ? text : '';
};

/** The texts for people in a component that no catalogue has. */
export const literalsIn = (code: string, file: string): string[] => {
  const found: string[] = [];
  const visit = (node: types.Node): void => {
    if (isLeftOut(node)) return;
    const text = textOf(node).trim().replaceAll(/\s+/g, ' ');
    if (text !== '') found.push(text);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') visit(child);
  };
  const tree = parseSync(code, {
    configFile: false,
    babelrc: false,
    filename: file,
    parserOpts: { plugins: ['jsx', 'typescript'] },
  });
  if (tree) visit(tree.program);
  return found;
};
