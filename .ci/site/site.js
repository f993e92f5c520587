// The search, and the choice of another version where versions.js lists several.
const field = document.getElementById("search"), found = document.getElementById("found");
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
  const score = (part) => words.every((word) => part.all.includes(word))
    ? words.reduce((sum, word) => sum + (part.title.toLowerCase().includes(word) ? 10 : 1), 0) : 0;
  const hits = words.length ? searchParts.map((part) => [score(part), part]).filter(([s]) => s > 0) : [];
  hits.sort((a, b) => b[0] - a[0]);
  found.replaceChildren(...hits.slice(0, 12).map(([, part]) => {
    const item = document.createElement("li"), link = document.createElement("a"), page = document.createElement("span");
    link.href = field.dataset.root + part.at;
    link.textContent = part.title;
    page.textContent = part.page;
    link.append(page);
    item.append(link);
    return item;
  }));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && found.children.length) { field.value = ""; found.replaceChildren(); }
});

const shown = document.getElementById("version");
if (typeof siteVersions !== "undefined" && siteVersions.length > 1) {
  const choice = document.createElement("select");
  choice.setAttribute("aria-label", "Version");
  for (const name of siteVersions) choice.add(new Option(name, name, false, name === shown.textContent));
  choice.addEventListener("change", () => { location.href = `${shown.dataset.root}../${choice.value}/index.html`; });
  if (siteVersions[0] !== shown.textContent) {
    const note = document.createElement("p"), link = document.createElement("a");
    note.className = "old";
    link.href = `${shown.dataset.root}../${siteVersions[0]}/index.html`;
    link.textContent = `The newest is ${siteVersions[0]}.`;
    note.append(`These pages are about version ${shown.textContent}. `, link);
    document.getElementById("page").prepend(note);
  }
  shown.replaceChildren(choice);
}
