// The filter of a section's contents, and the letters of its keywords.

const entries = [...document.querySelectorAll(".outline li")];
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const titled = (entry) => document.getElementById(decodeURIComponent(entry.firstChild.hash.slice(1)))?.matches(".heading");
const title = (entry) => plain(entry.textContent).replace(/^\S+\W*/, "");
const filter = document.createElement("div");
filter.className = "sift";
filter.innerHTML = '<input type="search" aria-label="Filter the contents" placeholder="Filter" autocomplete="off" spellcheck="false"><p></p>';
const [field, letters] = filter.children;
const show = (test) => { for (const entry of entries) entry.hidden = !test(entry); };
const press = (letter) => {
  for (const each of letters.children) each.ariaPressed = each === letter;
};
field.addEventListener("input", () => {
  press(null);
  show((entry) => plain(entry.textContent).includes(plain(field.value.trim())));
});
const initials = [...new Set(entries.filter(titled).map((entry) => title(entry)[0]))].sort();
for (const initial of initials.length > 4 ? initials : []) {
  const letter = document.createElement("button");
  letter.type = "button";
  letter.textContent = initial.toUpperCase();
  letter.ariaPressed = false;
  letter.addEventListener("click", () => {
    const off = letter.ariaPressed === "true";
    field.value = "";
    press(off ? null : letter);
    show((entry) => off || title(entry)[0] === initial);
  });
  letters.append(letter);
}
document.querySelector(".outline ol").before(filter);
