// Of pages that arrive complete: what the template names is loaded once the page is painted, and takes nothing of the line
// before.
requestAnimationFrame(() => {
  setTimeout(() => {
    for (const part of document.querySelector('#program').content.children) {
      const element = document.createElement(part.localName);
      for (const { name, value } of part.attributes) element.setAttribute(name, value);
      document.head.append(element);
    }
  });
});
