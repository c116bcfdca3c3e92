import { cloneElement, createContext, isValidElement, type ReactElement, type ReactNode, use } from 'react';
import { type Descriptor, english, type Language } from '#contract/languages/language.ts';

const LanguageContext = createContext(english);
export const LanguageProvider = LanguageContext;

/**
 * The build calls it for `useLingui` of the macros.
 *
 * @public
 */
export const useLingui = (): Language => use(LanguageContext);

/** The language of the page, for functions that write a text. */
export const useLanguage = (): Language => use(LanguageContext);

/** The locale of the page, for the functions of `contract/format.ts`. */
export const useLocale = (): string => use(LanguageContext).locale;

/** Translates a message of the contract; what people wrote stays as it is. */
export const useSay = (): ((message: string) => string) => use(LanguageContext)._;

/** A message that may be one of the contract. */
export const Said = ({ children }: { children: ReactNode }): ReactNode => {
  const say = useSay();
  return typeof children === 'string' ? say(children) : children;
};

const TAG = /<(?<open>\w+)>(?<inner>[^]*?)<\/\k<open>>|<(?<alone>\w+)\/>/;

/** Puts elements in the places of `<0>…</0>` and `<0/>`. */
const withElements = (text: string, elements: Readonly<Record<string, ReactElement>>, key = 0): ReactNode[] => {
  const found = TAG.exec(text);
  if (!found?.groups) return [text];
  const { open, inner, alone } = found.groups;
  const element = elements[open ?? alone ?? ''];
  const content = inner === undefined ? [] : withElements(inner, elements);
  const drawn = element ? cloneElement(element, { key }, ...content) : content;
  return [
    text.slice(0, found.index),
    drawn,
    ...withElements(text.slice(found.index + found[0].length), elements, key + 1),
  ];
};

interface TransProps extends Descriptor {
  components?: Readonly<Record<string, ReactElement>>;
}

/** The build calls it for `Trans` and `Plural` of the macros. */
export function Trans({ values = {}, components = {}, ...text }: TransProps) {
  const { _ } = use(LanguageContext);
  const elements = { ...components };
  const written: Record<string, unknown> = { ...values };
  for (const [name, value] of Object.entries(values)) {
    // What people wrote has no tags of ours.
    const element = typeof value === 'string' && value.includes('<') ? <>{value}</> : value;
    if (!isValidElement(element)) continue;
    elements[`value_${name}`] = element;
    written[name] = `<value_${name}/>`;
  }
  return withElements(_({ ...text, values: written }), elements);
}

/** What a string or a text without elements says, such as the heading that titles a page; '' for others. */
export const textOf = (node: ReactNode, { _ }: Language): string => {
  if (typeof node === 'string') return node;
  if (!isValidElement<TransProps>(node) || node.type !== Trans) return '';
  const { components, values = {} } = node.props;
  return components || Object.values(values).some((value) => isValidElement(value)) ? '' : _(node.props);
};
