import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"43. init writes what it can show, and guesses no tools","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0043-init-writes-what-it-can-show.md","filePath":"decisions/0043-init-writes-what-it-can-show.md"}');
const _sfc_main = { name: "decisions/0043-init-writes-what-it-can-show.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="_43-init-writes-what-it-can-show-and-guesses-no-tools" tabindex="-1">43. init writes what it can show, and guesses no tools <a class="header-anchor" href="#_43-init-writes-what-it-can-show-and-guesses-no-tools" aria-label="Permalink to &quot;43. init writes what it can show, and guesses no tools&quot;">​</a></h1><p><code>tracewright init</code> plans all changes as texts first, shows them as a diff, and writes them only then, each file whole or not at all. The texts as they were are kept beside the output of runs, so that an undo needs no version control, and gives back nothing that a person has edited since.</p><p>The agent is found in the syntax tree: an export is taken when each of its parameters means something that a case can hand over (a prompt, tools, a transport, a signal). A parameter that means nothing known makes the export unfit, rather than being filled with something. Names alone are not enough, so only files are read that make an agent or ask a model.</p><p>For an agent that calls an API of its own <code>init</code> needs a description. It could have guessed from addresses in the source which simulator is meant; a route to the wrong simulator gives a verdict that means nothing, so it stops and says what to give it.</p><p>The config is edited by magicast, which keeps the rest of the file as it is written. It is not touched where it has several projects or is made by a function that cannot be read; the line is printed instead.</p><p>Three dependencies came with it: <code>@clack/prompts</code> to ask, <code>magicast</code> to read and edit modules, <code>diff</code> to show changes. Each is small and does one thing that is easily done wrong by hand.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0043-init-writes-what-it-can-show.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0043InitWritesWhatItCanShow = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0043InitWritesWhatItCanShow as default
};
