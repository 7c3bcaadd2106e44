function Me(i){let e=document.getElementById(i);if(!e)throw new Error(`the page has no element ${i}`);return e}function uf(i,e){for(let[t,n]of Object.entries(e))n==null||n===!1||(t.startsWith("on")?i.addEventListener(t.slice(2),n):i.setAttribute(t,n===!0?"":String(n)))}function ae(i,e={},...t){let n=document.createElement(i);uf(n,e);for(let s of t)s&&n.append(s);return n}function et(i,e={},...t){let n=document.createElementNS("http://www.w3.org/2000/svg",i);uf(n,e);for(let s of t)s&&n.append(s);return n}var df={play:"M4 2.5v11l9-5.5z",pause:"M4 2.5h3v11H4zM9 2.5h3v11H9z",step:"M3 3v10l7-5zM11 3h2v10h-2z",back:"M13 3v10L6 8zM3 3h2v10H3z",stepr:"M5.5 3.5 10 8l-4.5 4.5",backr:"M10.5 3.5 6 8l4.5 4.5",fit:"M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",plus:"M8 3v10M3 8h10",minus:"M3 8h10",close:"M4 4l8 8M12 4l-8 8",theme:"M8 2a6 6 0 1 0 0 12z M8 2a6 6 0 0 1 0 12",full:"M9 2h5v5M14 2 9 7M7 14H2V9M2 14l5-5",fold:"M3 5l5-3 5 3M3 11l5 3 5-3",unfold:"M3 6l5 4 5-4",stop:"M5.2 2h5.6L14 5.2v5.6L10.8 14H5.2L2 10.8V5.2z",help:"M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.8-1.1 1.8M8 12.4v.6",follow:"M3 8h8M8 4l4 4-4 4M14 3v10"},T0=new Set(["play","pause","step","back","stop"]);function Ar(i){let e=T0.has(i);return et("svg",{viewBox:"0 0 16 16",class:"icon","aria-hidden":"true"},et("path",{d:df[i]??"",fill:e?"currentColor":"none",stroke:e?"none":"currentColor","stroke-width":1.6,"stroke-linejoin":"round","stroke-linecap":"round"}))}function Pn(i,e,t,n={}){let s=i in df;return ae("button",{type:"button",title:e,"aria-label":s?e:void 0,onclick:t,...n},s?Ar(i):i)}function bs(i){Me("say").textContent=i}function ws(i){let e=!1;return()=>{e||(e=!0,requestAnimationFrame(()=>{e=!1,i()}))}}var hi=class{constructor(e,t){this.name=e;this.value=t;try{let n=localStorage.getItem("sinew."+e);n!==null&&(this.value=JSON.parse(n))}catch{}}name;value;get(){return this.value}set(e){this.value=e;try{localStorage.setItem("sinew."+this.name,JSON.stringify(e))}catch{}}};function ff(i){return!!i.target?.closest?.("input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]")}var La=class{canvas=Me("camera");busy=!1;async show(e,t){if(!(this.busy||!this.canvas.offsetParent)){this.busy=!0;try{let n=await createImageBitmap(t);(this.canvas.width!==n.width||this.canvas.height!==n.height)&&(this.canvas.width=n.width,this.canvas.height=n.height);let s=this.canvas.getContext("2d");s.drawImage(n,0,0),n.close();let r=e.found?e.label||"found":"nothing found";e.found&&A0(s,e.box,r),this.canvas.dataset.images=String(e.n),this.canvas.setAttribute("aria-label",`camera image: ${r}`),Me("seen").textContent=e.found?`${r}, at pixel ${Math.round(e.box[0]+e.box[2]/2)}, ${Math.round(e.box[1]+e.box[3]/2)}`:r}catch(n){Me("seen").textContent=`the image cannot be shown: ${n}`}finally{this.busy=!1}}}};function A0(i,[e,t,n,s],r){let o=e+n/2,a=t+s/2;for(let[h,u]of[[5,"rgba(0,0,0,.65)"],[2,"#3df0b0"]])i.lineWidth=h,i.strokeStyle=u,i.strokeRect(e,t,n,s),i.beginPath(),i.moveTo(o-9,a),i.lineTo(o+9,a),i.moveTo(o,a-9),i.lineTo(o,a+9),i.stroke();i.font="600 15px system-ui, sans-serif";let l=i.measureText(r).width+10,c=t>26?t-24:t+s+4;i.fillStyle="rgba(0,0,0,.65)",i.fillRect(e,c,l,20),i.fillStyle="#fff",i.fillText(r,e+5,c+15)}var Na=["startup","shutdown","reset","timer","logical action","physical action"],Da=class{program="";graph;topics=[];orders=[];control=!1;state;critical=new Set;rate=new Map;misses=new Map;took=new Map;selected;byName=new Map;into=new Map;outOf=new Map;items=new Map;listeners={program:[],rates:[],state:[],selection:[]};on(e,t){this.listeners[e].push(t)}tell(e){for(let t of this.listeners[e])t()}hello(e){this.program=e.program,this.graph=e.graph&&e.graph.Reactors?.length?e.graph:void 0,this.topics=e.topics??[],this.orders=e.orders??[],this.control=e.control??!1,this.state=void 0,this.critical=new Set(e.critical??[]),this.rate.clear(),this.misses.clear(),this.took.clear(),this.selected=void 0,this.byName=new Map(this.topics.map(t=>[t.name,t])),this.index(),this.tell("program"),this.tell("selection")}index(){this.into.clear(),this.outOf.clear(),this.items.clear();let e=this.graph;for(let n of e?.Connections??[])this.into.set(n.To,[...this.into.get(n.To)??[],n]),this.outOf.set(n.From,[...this.outOf.get(n.From)??[],n]);let t=(n,s)=>s?.forEach((r,o)=>{this.items.has(r.Path)||this.items.set(r.Path,{kind:n,id:o})});t("port",e?.Ports),t("reaction",e?.Reactions),t("trigger",e?.Triggers),t("mode",e?.Modes),t("reactor",e?.Reactors)}rates(e){for(let[t,n,s]of e.topics??[])this.rate.set(t,{hz:n,last:s});for(let[t,n]of e.misses??[])this.misses.set(t,n);for(let[t,n]of e.took??[])this.took.set(t,n);this.tell("rates")}setState(e){this.state={...this.state,...e},this.tell("state")}select(e){this.selected=e,this.tell("selection")}find(e){return this.items.get(e)??this.items.get(e.replace(/^(door|command)\//,""))}path(e){let t=this.graph,s={reactor:t.Reactors,port:t.Ports,reaction:t.Reactions,trigger:t.Triggers,mode:t.Modes}[e.kind]?.[e.id];return s?s.Path||s.Name:""}to(e){return this.into.get(e)??[]}from(e){return this.outOf.get(e)??[]}topicByName(e){return this.byName.get(e)}topic(e){let t=this.path(e);if(e.kind==="trigger")return this.byName.get("door/"+t)??this.byName.get(t);if(e.kind==="port"){for(let n=e.id,s=0;s<64;s++){let r=this.byName.get(this.graph.Ports[n].Path);if(r)return r;let o=this.to(n).find(a=>!a.Delayed&&!a.Physical);if(!o)break;n=o.From}return this.byName.get("door/"+t)}}source(e){for(let t=0;t<64;t++){let n=this.to(e).find(s=>!s.Delayed&&!s.Physical);if(!n)break;e=n.From}return e}writers(e){let t=this.source(e);return(this.graph?.Reactions??[]).filter(n=>n.Effects?.some(s=>s.Kind===0&&s.ID===t))}readers(e){let t=new Set([this.source(e)]);for(let n of t)for(let s of this.from(n))t.add(s.To);return(this.graph?.Reactions??[]).filter(n=>[...n.Triggers??[],...n.Uses??[]].some(s=>s.Kind===0&&t.has(s.ID)))}breakAt(e){return this.state?.breaks?.find(t=>Uh(t.text)===e)}};function Uh(i){return/^(?:break\s+)?(?:port|reaction|miss)\s+(\S+)/.exec(i)?.[1]??""}function Xn(i){for(let[e,t]of[["s",1e9],["ms",1e6],["\xB5s",1e3]])if(i>=t)return`${+(i/t).toFixed(3)} ${e}`;return`${i} ns`}function $s(i){return i>=9950?`${(i/1e3).toFixed(i>=99500?0:1)} k`:i>=99.5||i===Math.round(i)?i.toFixed(0):i>=9.95?i.toFixed(1):i.toFixed(2)}function Ua(i,e=0){let t=(i/1e9).toFixed(9).replace(/0+$/,"").replace(/\.$/,"");return e?`${t}s:${e}`:`${t}s`}var kh=new hi("theme","auto"),Bh=matchMedia("(prefers-color-scheme: dark)"),pf=[],Fh=new Map,Fa=document.createElement("i");function Oh(){let i=kh.get();i==="auto"?delete document.documentElement.dataset.theme:document.documentElement.dataset.theme=i,Fh.clear();for(let e of pf)e()}function mf(){Fa.hidden=!0,document.body.append(Fa),Bh.addEventListener("change",Oh),Oh()}function gf(){let i=R0()?"light":"dark";return kh.set(i===(Bh.matches?"dark":"light")?"auto":i),Oh(),i}function R0(){let i=kh.get();return i==="auto"?Bh.matches:i==="dark"}function Oa(i){pf.push(i)}function Ys(i){let e=Fh.get(i);return e===void 0&&(Fa.style.color=`var(${i})`,e=getComputedStyle(Fa).color,Fh.set(i,e)),e}var zh=[.1,.25,.5,1,2,5,10,50,0],C0="this program runs by itself: it offers no pausing and stepping",ka=class{constructor(e,t,n){this.model=e;this.console=t;this.stop=n;for(let[o,a]of[["backr","backr"],["back","back"],["pause","pause"],["run","play"],["step","step"],["stepr","stepr"]])Me(o).prepend(Ar(a)),Me(o).addEventListener("click",()=>{t.run(o)});Me("goto-form").addEventListener("submit",o=>{o.preventDefault(),this.goto(Me("goto").value.trim())}),Me("speed").addEventListener("change",()=>{t.run(`speed ${Me("speed").value}`)}),Me("theme").append(Ar("theme")),Me("theme").addEventListener("click",()=>gf()),Me("help").append(Ar("help")),Me("help").addEventListener("click",()=>this.help()),Me("estop").prepend(Ar("stop"));let s=Me("keys");s.addEventListener("keydown",o=>{o.key==="Escape"&&!o.shiftKey&&s.close()});let r=Me("keys-on");r.checked=this.keysOn.get(),r.addEventListener("change",()=>this.keysOn.set(r.checked)),this.range.addEventListener("input",()=>{this.sliding=!0,this.stamp.textContent=`${(+this.range.value/1e9).toFixed(3)} s`}),this.range.addEventListener("change",()=>{this.sliding=!1,t.run(`goto ${Ua(+this.range.value)}`)}),document.addEventListener("keydown",o=>this.key(o),!0),e.on("program",()=>this.program()),e.on("state",()=>this.state()),this.choices(1)}model;console;stop;keysOn=new hi("keys",!0);stamp=Me("time");range=Me("timeline");sliding=!1;far=0;goto(e){let t=/^([\d.]+)\s*(ns|us|µs|ms|s|m|)/.exec(e),n=this.model.state?.time??0,s={ns:1,us:1e3,\u00B5s:1e3,ms:1e6,s:1e9,"":1e9,m:6e10},r=t!==null&&+t[1]*s[t[2]]>n;e&&this.console.run(`${r||e.startsWith("+")?"run":"goto"} ${e}`)}choices(e){let t=Me("speed");if(!t.options.length||![...t.options].some(n=>+n.value===e)){let n=zh.includes(e)?zh:[e,...zh];t.replaceChildren(...n.map(s=>ae("option",{value:s},s===0?"max":`${s}\xD7`)))}t.value=String(e)}program(){let e=this.model.control;this.far=0;for(let t of["backr","back","pause","run","step","stepr","goto","goto-go","speed","timeline"]){let n=Me(t);n.disabled=!e,n.title=e?n.dataset.title??"":C0}Me("controls").classList.toggle("off",!e),Me("timeline-box").hidden=!e,this.state()}at(e){!this.sliding&&!(this.model.control&&this.model.state&&!this.model.state.running)&&this.time(e*1e9,0)}time(e,t){let n=this.model.control&&this.model.state?.running===!1;this.stamp.textContent=`${(e/1e9).toFixed(n?6:2)}${n&&t?`:${t}`:""} s`,this.far=Math.max(this.far,e);let s=this.model.state;!this.model.control||this.sliding||(this.range.min=String(s?.from??0),this.range.max=String(s?.to||this.far),this.range.value=String(e),this.range.setAttribute("aria-valuetext",`${(e/1e9).toFixed(3)} seconds`))}state(){let e=this.model.state,t=document.body.dataset;if(Me("clock").textContent=e?.clock||Me("clock").dataset.clock||"",Me("forked").hidden=!e?.forked,!this.model.control||!e){Me("where").textContent="",t.state!=="lost"&&t.state!=="connecting"&&(t.state="running");return}let n=e.ended?"ended":e.running?"running":"stopped";t.state=n,Me("pause").disabled=!e.running,Me("run").disabled=!!e.running||!!e.ended;for(let r of["step","stepr"])Me(r).disabled=!!e.ended;let s=e.running?"":[n,e.reason,e.reaction&&`before ${e.reaction}`].filter(Boolean).join(" \xB7 ");Me("where").textContent!==s&&(Me("where").textContent=s),Me("where").title=s,e.speed!==void 0&&this.choices(e.speed),e.time!==void 0&&this.time(e.time,e.microstep??0)}help(){let e=Me("keys");e.open?e.close():e.show()}key(e){if(e.key==="Escape"&&e.shiftKey){e.preventDefault(),e.stopPropagation(),this.stop();return}if(e.ctrlKey||e.altKey||e.metaKey||ff(e)||!this.keysOn.get())return;let t=o=>()=>Me(o).click(),n=e.target.closest?.("button, input, a")!==null,s={".":t("step"),",":t("back"),">":t("stepr"),"<":t("backr"),"/":()=>this.console.focus(),"?":()=>this.help()};n||(s[" "]=t(this.model.state?.running?"pause":"run"));let r=s[e.key];r&&(e.preventDefault(),e.stopPropagation(),r())}};var yi={reaction:{w:42,h:24},action:{w:24,h:20},timer:24,symbol:14,port:{w:8,h:9}},_f=document.createElement("canvas").getContext("2d"),xf=new Map;function Ks(i,e,t){let n=e+i,s=xf.get(n);return s===void 0&&(_f.font=`${e}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`,s=Math.ceil(_f.measureText(i).width)+2,xf.set(n,s)),{text:i,width:s,height:e+3,layoutOptions:t}}var vf={"elk.nodeLabels.placement":"[H_CENTER, V_BOTTOM, OUTSIDE]"},Mf={"elk.algorithm":"layered","elk.direction":"RIGHT","elk.edgeRouting":"ORTHOGONAL","elk.hierarchyHandling":"INCLUDE_CHILDREN","elk.json.edgeCoords":"ROOT","elk.json.shapeCoords":"ROOT","elk.padding":"[top=12,left=12,bottom=12,right=12]","elk.layered.spacing.nodeNodeBetweenLayers":"22","elk.layered.spacing.edgeNodeBetweenLayers":"10","elk.layered.spacing.edgeEdgeBetweenLayers":"7","elk.spacing.nodeNode":"14","elk.spacing.edgeNode":"9","elk.spacing.edgeEdge":"7","elk.layered.nodePlacement.strategy":"BRANDES_KOEPF","elk.layered.nodePlacement.bk.fixedAlignment":"BALANCED","elk.layered.considerModelOrder.strategy":"NODES_AND_EDGES","elk.layered.thoroughness":"1","elk.separateConnectedComponents":"false","elk.layered.compaction.postCompaction.strategy":"EDGE_LENGTH"},Ba=class{constructor(e,t){this.g=e;this.folded=t}g;folded;nodes=new Map;edges=[];build(){let e={id:"R0",children:[],edges:this.edges,layoutOptions:{...Mf}};return this.nodes.set("R0",e),this.inside(0),this.g.Connections?.forEach((t,n)=>this.connection(t.From,t.To,n)),this.edges.length>400&&delete e.layoutOptions["elk.layered.compaction.postCompaction.strategy"],e}open(e){return this.shown(e)&&!this.folded.has(e)}shown(e){return this.nodes.has("R"+e)}inside(e){let t=this.g.Reactors[e];for(let n of t.Modes??[])this.mode(e,n);for(let n of t.Triggers??[])this.trigger(e,this.g.Triggers[n],n);for(let n of t.Reactions??[])this.reaction(e,this.g.Reactions[n],n);for(let n of t.Children??[])this.reactor(e,n);for(let n of t.Reactions??[])this.dependencies(this.g.Reactions[n],n)}into(e,t,n){let s=t>=0&&this.g.Modes?.[t]?.Reactor===e,r=this.nodes.get(s?"M"+t:"R"+e);(r.children??=[]).push(n),this.nodes.set(n.id,n)}reactor(e,t){let n=this.g.Reactors[t],s=this.folded.has(t)||!Es(this.g,t),r=Ks(n.Name+(n.Enclave!==this.g.Reactors[e].Enclave?` \u27E8enclave ${n.Enclave}\u27E9`:""),12),o={id:"R"+t,labels:[{...r,width:r.width+18}],ports:(n.Ports??[]).map(a=>this.port(a)),layoutOptions:{"elk.nodeLabels.placement":"[H_LEFT, V_TOP, INSIDE]","elk.nodeSize.constraints":"[PORTS, PORT_LABELS, NODE_LABELS, MINIMUM_SIZE]","elk.nodeSize.minimum":"(60,34)","elk.portConstraints":"FIXED_SIDE","elk.portLabels.placement":"[INSIDE, NEXT_TO_PORT_IF_POSSIBLE]","elk.spacing.portPort":"10","elk.spacing.labelPortHorizontal":"2","elk.spacing.portsSurrounding":"[top=24,left=0,bottom=8,right=0]","elk.padding":s?"[top=22,left=8,bottom=6,right=8]":"[top=30,left=14,bottom=14,right=14]"}};s||Object.assign(o.layoutOptions,yf),this.into(e,n.Mode,o),this.folded.has(t)||this.inside(t)}port(e){let t=this.g.Ports[e];return{id:"P"+e,width:yi.port.w,height:yi.port.h,labels:[Ks(t.Name,10)],layoutOptions:{"elk.port.side":t.Dir===0?"WEST":"EAST","elk.port.borderOffset":"-4"}}}mode(e,t){this.into(e,-1,{id:"M"+t,labels:[Ks(this.g.Modes[t].Name,11)],layoutOptions:{...yf,"elk.nodeLabels.placement":"[H_CENTER, V_TOP, INSIDE]","elk.padding":"[top=26,left=14,bottom=12,right=14]","elk.nodeSize.constraints":"[NODE_LABELS, MINIMUM_SIZE]","elk.nodeSize.minimum":"(60,36)"}})}trigger(e,t,n){let s=t.Kind===3?{width:yi.timer,height:yi.timer}:t.Kind>=4?{width:yi.action.w,height:yi.action.h}:{width:yi.symbol,height:yi.symbol};this.into(e,t.Mode,{id:"T"+n,...s,labels:bf(t).map(r=>Ks(r,9,vf)),ports:Sf("T"+n,s.width,s.height),layoutOptions:{"elk.portConstraints":"FIXED_POS"}})}reaction(e,t,n){let{w:s,h:r}=yi.reaction;this.into(e,t.Mode,{id:"X"+n,width:s,height:r,labels:P0(t).map(o=>Ks(o,9,vf)),ports:Sf("X"+n,s,r),layoutOptions:{"elk.portConstraints":"FIXED_POS"}})}dependencies(e,t){let n=(o,a)=>o.Kind===0?"P"+o.ID:o.Kind===1?`T${o.ID}${a}`:"M"+o.ID,s=o=>o.Kind===0?this.shown(this.g.Ports[o.ID].Reactor):!0,r=(o,a,l)=>a?.forEach(c=>{if(!s(c)||c.Kind===2&&(l||c.ID===e.Mode))return;let[h,u]=l?[n(c,"e"),`X${t}w`]:[`X${t}e`,n(c,"w")];this.edges.push({id:za(o,t,c),sources:[h],targets:[u]})});r("t",e.Triggers,!0),r("u",e.Uses,!0),r("e",e.Effects,!1)}connection(e,t,n){let s=this.g.Connections[n],r=this.g.Ports[e].Reactor,o=this.g.Ports[t].Reactor;if(!this.shown(r)||!this.shown(o))return;let a=c=>this.g.Reactors[c].Parent;if(a(o)===r&&!this.open(r)||a(r)===o&&!this.open(o)||r===o&&this.g.Ports[e].Dir===0&&!this.open(r))return;let l=s.Physical?s.Delay?`~ ${Xn(s.Delay)}`:"~":s.Delayed?s.Delay?Xn(s.Delay):"0":"";this.edges.push({id:"C"+n,sources:["P"+e],targets:["P"+t],labels:l?[{...Ks(l,9,{"elk.edgeLabels.inline":"true"}),width:Ks(l,9).width+8}]:[]})}},yf=Object.fromEntries(Object.entries(Mf).filter(([i])=>i.includes("pacing")));function Sf(i,e,t){return[{id:i+"w",x:0,y:t/2,width:0,height:0,layoutOptions:{"elk.port.side":"WEST"}},{id:i+"e",x:e,y:t/2,width:0,height:0,layoutOptions:{"elk.port.side":"EAST"}}]}function za(i,e,t){return`${i}${e}.${t.Kind}.${t.ID}`}function Es(i,e){let t=i.Reactors[e];return[t.Triggers,t.Reactions,t.Modes,t.Children].some(n=>n&&n.length>0)}function bf(i){return i.Kind===3?[i.Name,i.Period?`(${Xn(i.Offset)}, ${Xn(i.Period)})`:`(${Xn(i.Offset)})`]:i.Kind<3?[]:i.MinDelay?[i.Name,`(${Xn(i.MinDelay)})`]:[i.Name]}function P0(i){return i.HasDeadline?[i.Name,`\u2264 ${Xn(i.Deadline)}`]:[i.Name]}function wf(i){let e=Na[i.Kind];return i.Kind<3?e:`${e} ${bf(i).join(" ")}`}function Gh(i,e){let t=new Set,n=a=>[i.Reactors[a].Children,i.Reactors[a].Reactions,i.Reactors[a].Triggers].reduce((l,c)=>l+(c?.length??0),0);i.Reactors.forEach((a,l)=>{l>0&&Es(i,l)&&t.add(l)});let s=n(0),r=a=>{let l=a.reduce((c,h)=>c+n(h),0);if(s+l>e)return!1;s+=l;for(let c of a)t.delete(c);return!0},o=[];for(let a=i.Reactors[0].Children??[];a.length;){o.push(...a.filter(c=>!i.Reactors[c].Children?.length));let l=a.filter(c=>i.Reactors[c].Children?.length);if(!r(l))return t;a=l.flatMap(c=>i.Reactors[c].Children)}return r(o),t}var Ga=class{constructor(e,t){this.host=e;this.layer=t;e.addEventListener("wheel",n=>{n.preventDefault();let s=e.getBoundingClientRect();n.shiftKey?this.pan(-n.deltaY||-n.deltaX,0):this.zoom(Math.exp(-n.deltaY*.0015),n.clientX-s.left,n.clientY-s.top)},{passive:!1}),e.addEventListener("pointerdown",n=>{n.button!==2&&(this.touches.set(n.pointerId,n),this.touches.size===1&&(this.moved=0))}),e.addEventListener("pointermove",n=>this.move(n));for(let n of["pointerup","pointercancel","pointerleave"])e.addEventListener(n,s=>this.touches.delete(s.pointerId))}host;layer;x=0;y=0;k=1;touches=new Map;moved=0;drawn=0;apply=ws(()=>this.show());dragged(){return this.moved>5}pan(e,t){this.x+=e,this.y+=t,this.apply()}zoom(e,t=this.host.clientWidth/2,n=this.host.clientHeight/2){let s=Math.max(.05,Math.min(4,this.k*e)),r=s/this.k;this.x=t-(t-this.x)*r,this.y=n-(n-this.y)*r,this.k=s,this.apply()}fit(e,t){let{clientWidth:n,clientHeight:s}=this.host;!e||!t||!n||!s||(this.k=Math.min(n/(e+12),s/(t+12),1.25),this.x=(n-e*this.k)/2,this.y=(s-t*this.k)/2,this.apply())}reveal(e){let{clientWidth:t,clientHeight:n}=this.host;if(!t||!n)return;this.k<.55&&(this.k=Math.min(.9,t/(e.w+60),n/(e.h+60)));let s=this.x+e.x*this.k,r=this.y+e.y*this.k,o=24;(s<o||r<o||s+e.w*this.k>t-o||r+e.h*this.k>n-o)&&(this.x=t/2-(e.x+e.w/2)*this.k,this.y=n/2-(e.y+e.h/2)*this.k),this.apply()}move(e){let t=this.touches.get(e.pointerId);if(!t)return;if(!(e.buttons&5)){this.touches.delete(e.pointerId);return}let n=e.clientX-t.clientX,s=e.clientY-t.clientY,r=[...this.touches.values()].find(o=>o.pointerId!==e.pointerId);if(this.touches.set(e.pointerId,e),this.moved+=Math.abs(n)+Math.abs(s),r){let o=this.host.getBoundingClientRect(),a=l=>Math.hypot(l.clientX-r.clientX,l.clientY-r.clientY);this.zoom(Math.max(a(e),1)/Math.max(a(t),1),r.clientX-o.left,r.clientY-o.top)}else this.moved>5&&(this.host.hasPointerCapture(e.pointerId)||this.host.setPointerCapture(e.pointerId),this.pan(n,s))}show(){this.layer.style.transform=`translate(${this.x}px,${this.y}px) scale(${this.k})`,this.k!==this.drawn&&(this.drawn=this.k,this.k<.56&&this.layer.style.setProperty("--k",this.k.toFixed(2)),this.host.classList.toggle("far",this.k<.55),this.host.classList.toggle("farther",this.k<.3))}};function Ef(i){let e=new Set,t=i.graph,n=[...i.critical].filter(s=>t?.Reactions?.[s]);for(let s=0;s+1<n.length;s++)L0(i,e,n[s],n[s+1]);return e}function I0(i,e){let t=n=>n.Kind===0&&n.ID===e;return i.Triggers?.some(t)?"t":i.Uses?.some(t)?"u":void 0}function L0(i,e,t,n){let s=i.graph.Reactions[t],r=i.graph.Reactions[n],o=(s.Effects??[]).filter(l=>l.Kind===0),a=new Map;for(let l of o)a.set(l.ID,{edge:za("e",t,l),port:-1});for(let[l]of a){let c=I0(r,l);if(c){e.add(za(c,n,{Kind:0,ID:l}));for(let h=l;h>=0;h=a.get(h).port)e.add(a.get(h).edge);return}for(let h of i.from(l))!h.Delayed&&!h.Physical&&!a.has(h.To)&&a.set(h.To,{edge:"C"+i.graph.Connections.indexOf(h),port:l})}}var ui=i=>(Math.round(i*10)/10).toString();function Tf(i,e,t){let n=et("g"),s=et("g"),r=et("g"),o={root:et("g",{class:"picture"},n,s,r),width:i.width??0,height:i.height??0,things:new Map,boxes:new Map,edges:new Map,rates:new Map,marks:new Map},a={g:e.graph,model:e,folded:t,p:o,boxes:n,wires:s,things:r};for(let l of i.children??[])Af(a,l);for(let l of i.edges??[])V0(a,l);return o}function wo(i,e,t,n,s,...r){let o=et("g",{class:"thing",tabindex:-1,role:"button","aria-label":t,"data-item":e,...n},...r);return i.p.things.set(e,o),i.p.boxes.set(e,s),o}function Af(i,e){let t=+e.id.slice(1);e.id[0]==="R"?N0(i,e,t):e.id[0]==="M"?F0(i,e,t):e.id[0]==="X"?O0(i,e,t):k0(i,e,t);for(let n of e.children??[])Af(i,n);if(e.id[0]==="R")for(let n of e.ports??[])B0(i,n)}function D0(i,e){let t=0;for(;i.Reactors[e].Parent>=0;e=i.Reactors[e].Parent)t++;return t}function N0(i,e,t){let n=i.g.Reactors[t],s=e.x,r=e.y,o=e.width,a=e.height,l=Es(i.g,t),c=i.folded.has(t),h=n.Enclave!==i.g.Reactors[n.Parent]?.Enclave,u=/^(.*)\[(\d+)\]$/.exec(n.Name),d=et("text",{x:s+(l?22:9),y:r+16,class:"name"},u?u[1]:n.Name,u&&et("tspan",{class:"bank"},`[${u[2]}]`),h&&et("tspan",{class:"enclave",dx:6},`enclave ${n.Enclave}`)),f=`reactor ${n.Path}, ${n.Type}${h?`, enclave ${n.Enclave}`:""}${l?c?", folded":", unfolded":""}`,_=wo(i,e.id,f,{"data-reactor":n.Path},{x:s,y:r,w:o,h:a},u?et("rect",{class:"shadow",x:s+4,y:r+4,width:o,height:a,rx:8}):!1,et("rect",{class:`reactor d${Math.min(D0(i.g,t),3)}${h?" apart":""}`,x:s,y:r,width:o,height:a,rx:8}),l&&et("g",{class:"fold","data-fold":String(t)},et("rect",{x:s+6,y:r+6,width:11,height:11,rx:2.5}),et("path",{d:`M${s+8.5} ${r+11.5}h6${c?"m-3 -3v6":""}`})),d,U0(n.Name,s,r,o,a,c||!l),c&&et("circle",{class:"dot",cx:s+o-7,cy:r+7,r:4.5}),c&&Rf(i,e.id,s+o-14,r+11,"late end"));l&&_.setAttribute("aria-expanded",String(!c)),i.boxes.append(_)}function Rf(i,e,t,n,s){let r=et("text",{class:s,x:t,y:n});return i.p.marks.set(e,r),r}function U0(i,e,t,n,s,r){let o=Math.min((n-8)/(.56*i.length),r?s*.6:38);return et("text",{class:"farname",style:`--most:${o.toFixed(1)}px`,x:r?e+n/2:e+8,y:r?t+s/2:t+5,"text-anchor":r?"middle":"start","dominant-baseline":r?"central":"hanging"},i)}function F0(i,e,t){let n=i.g.Modes[t],s=e.x,r=e.y,o=e.width,a=e.height;i.boxes.append(wo(i,e.id,`mode ${n.Path}${n.Initial?", initial":""}`,{"data-mode":n.Path},{x:s,y:r,w:o,h:a},et("rect",{class:`mode${n.Initial?" initial":""}`,x:s,y:r,width:o,height:a,rx:8}),et("text",{x:s+o/2,y:r+16,class:"modename"},n.Name)))}function Cf(i,e){let t=i.x+i.width/2;return(i.labels??[]).map((n,s)=>et("text",{class:`note ${e}${s}`,x:t,y:i.y+i.height+11+11*s},n.text))}function O0(i,e,t){let n=i.g.Reactions[t],s=e.x,r=e.y,{w:o,h:a}=yi.reaction,l=8;i.things.append(wo(i,e.id,`reaction ${n.Number}, ${n.Path}${n.HasDeadline?", with a deadline":""}`,{"data-reaction":n.Path},{x:s,y:r,w:o,h:a},et("path",{class:"chevron",d:`M${s} ${r}h${o-l}l${l} ${a/2}l${-l} ${a/2}h${l-o}l${l} ${-a/2}z`}),et("text",{class:"number",x:s+o/2+1,y:r+a/2+4},String(n.Number)),et("circle",{class:"dot",cx:s+5,cy:r-2,r:4.5}),Rf(i,e.id,s+o/2,r-3,"late"),...Cf(e,"r")))}function k0(i,e,t){let n=i.g.Triggers[t],s=e.x,r=e.y,o=e.width,a=e.height,l=s+o/2,c=r+a/2,h;n.Kind===3?h=[et("circle",{class:"symbol",cx:l,cy:c,r:o/2-1}),et("path",{class:"hands",d:`M${l} ${c-7}V${c}l5 3`})]:n.Kind===0?h=[et("circle",{class:"symbol",cx:l,cy:c,r:o/2-1})]:n.Kind===1?h=[et("path",{class:"symbol",d:`M${l} ${r}l${o/2} ${a/2}l${-o/2} ${a/2}l${-o/2} ${-a/2}z`})]:n.Kind===2?h=[et("circle",{class:"symbol",cx:l,cy:c,r:o/2-1}),et("text",{class:"letter",x:l,y:c+3},"R")]:h=[et("path",{class:"symbol",d:`M${l} ${r}L${s+o} ${r+a}H${s}z`}),et("text",{class:"letter",x:l,y:r+a-3},n.Kind===4?"L":"P")],i.things.append(wo(i,e.id,`${wf(n)} of ${i.g.Reactors[n.Reactor].Path||i.g.Name}`,{"data-trigger":n.Path},{x:s,y:r,w:o,h:a},...h,...Cf(e,"t")))}function B0(i,e){let t=+e.id.slice(1),n=i.g.Ports[t],s=e.x,r=e.y,o=e.width,a=e.height,l=n.Dir===0,c=e.labels?.[0],h=et("text",{class:"rate",x:l?s-2:s+o+2,y:r+a/2-2,"text-anchor":l?"end":"start"});i.model.topicByName(n.Path)&&(!l||!i.model.to(t).some(u=>!u.Delayed&&!u.Physical))&&i.p.rates.set(t,h),i.things.append(wo(i,e.id,`port ${n.Name} of ${i.g.Reactors[n.Reactor].Path}, ${l?"input":"output"}, ${n.Type}`,{"data-port":n.Path},{x:s,y:r,w:o,h:a},et("rect",{class:"hit",x:s-3,y:r-3,width:o+6,height:a+6}),et("path",{class:"port",d:`M${s} ${r}l${o} ${a/2}l${-o} ${a/2}z`}),c?et("text",{class:"portname",x:c.x,y:c.y+c.height-3},c.text):!1,et("circle",{class:"dot",cx:s+o/2,cy:r-3,r:4}),h))}function z0(i){let e=`M${ui(i[0].x)} ${ui(i[0].y)}`;for(let t=1;t<i.length;t++){let n=i[t-1],s=i[t],r=i[t+1];if(!r){e+=`L${ui(s.x)} ${ui(s.y)}`;break}let o=Math.hypot(s.x-n.x,s.y-n.y),a=Math.hypot(r.x-s.x,r.y-s.y),l=Math.min(4,o/2,a/2);if(l<.5){e+=`L${ui(s.x)} ${ui(s.y)}`;continue}let c={x:s.x+(n.x-s.x)/o*l,y:s.y+(n.y-s.y)/o*l},h={x:s.x+(r.x-s.x)/a*l,y:s.y+(r.y-s.y)/a*l};e+=`L${ui(c.x)} ${ui(c.y)}Q${ui(s.x)} ${ui(s.y)} ${ui(h.x)} ${ui(h.y)}`}return e}function G0(i,e){return e?e.Physical?"wire physical":"wire":{t:"wire trigger",u:"wire uses",e:"wire effect"}[i[0]]??"wire"}function V0(i,e){let t=e.id[0]==="C"?i.g.Connections[+e.id.slice(1)]:void 0,n=e.targets[0][0]==="M",s=[];for(let o of e.sections??[]){let a=[o.startPoint,...o.bendPoints??[],o.endPoint];e.targets[0][0]==="X"&&a.push({x:o.endPoint.x+8,y:o.endPoint.y});let l=z0(a);s.push(et("path",{class:"halo",d:l}),et("path",{class:G0(e.id,t)+(n?" transition":""),d:l}))}for(let o of e.junctionPoints??[])s.push(et("circle",{class:"joint",cx:o.x,cy:o.y,r:2}));for(let o of e.labels??[]){let a=o.x,l=o.y,c=o.width,h=o.height;s.push(et("rect",{class:t?.Physical?"delay loose":"delay",x:a,y:l,width:c,height:h,rx:t?.Physical?h/2:1}),et("path",{class:"bars",d:t?.Physical?"":`M${a} ${l-1}v${h+2}M${a+c} ${l-1}v${h+2}`}),et("text",{class:"delaytext",x:a+c/2,y:l+h-3},o.text))}let r=et("g",{class:"edge","data-edge":e.id},...s);i.p.edges.set(e.id,r),i.wires.append(r)}var Va=class{worker;next=1;waiting=new Map;layout(e){return new Promise((t,n)=>{let s=this.next++;this.waiting.set(s,{done:t,fail:n}),this.start().postMessage({id:s,cmd:"layout",graph:e,layoutOptions:{},options:{}})})}start(){if(this.worker)return this.worker;let e=new Worker(new URL("elk-worker.js",location.href));return e.onmessage=t=>this.answer(t.data),e.onerror=t=>{this.worker=void 0;let n=[...this.waiting.values()];this.waiting.clear();for(let s of n)s.fail(new Error(`elk-worker.js: ${t.message||"cannot be loaded from the program"}`))},e.postMessage({id:0,cmd:"register",algorithms:["layered"]}),this.worker=e,e}answer(e){let t=this.waiting.get(e.id);this.waiting.delete(e.id),e.error?t?.fail(new Error(typeof e.error=="string"?e.error:e.error.message??"the layout failed")):t?.done(e.data)}};var H0={R:"reactor",P:"port",X:"reaction",T:"trigger",M:"mode"},W0={reactor:"R",port:"P",reaction:"X",trigger:"T",mode:"M"};function Eo(i){return{kind:H0[i[0]],id:+i.slice(1)}}function Ha(i){return W0[i.kind]+i.id}var Wa=class{constructor(e,t){this.model=e;this.deeds=t;this.host.append(this.layer),Me("diagram-panel").append(this.tip);let n=(r,o,a)=>Pn(r,o,a,{class:"quiet"});Me("diagram-tools").append(n("fold","fold all reactors",()=>this.foldAll()),n("unfold","unfold all reactors",()=>this.unfoldAll()),n("minus","zoom out (\u2212)",()=>this.surface.zoom(.8)),n("plus","zoom in (+)",()=>this.surface.zoom(1.25)),n("fit","show the whole diagram (0)",()=>this.fit())),this.host.addEventListener("click",r=>this.click(r)),this.host.addEventListener("dblclick",r=>this.double(r)),this.host.addEventListener("contextmenu",r=>this.menu(r)),this.host.addEventListener("keydown",r=>this.key(r)),this.host.addEventListener("pointermove",r=>this.hover(r)),this.host.addEventListener("pointerleave",()=>this.hover()),this.host.addEventListener("focusin",r=>this.focused(r)),e.on("program",()=>this.show()),e.on("rates",()=>this.rates()),e.on("state",()=>this.marks()),e.on("selection",()=>this.selection());let s=0;new ResizeObserver(()=>{let r=this.host.clientWidth;!s&&r&&this.picture&&this.fit(),s=r}).observe(this.host)}model;deeds;host=Me("diagram");layer=et("g",{class:"layer"});surface=new Ga(this.host,this.layer);tip=ae("div",{class:"tip",role:"tooltip",hidden:!0});elk=new Va;picture;folded=new Set;focus;over;job=0;kept=new hi("folded",{});show(){let e=this.model.graph;if(Me("diagram-panel").hidden=!e,this.layer.replaceChildren(),this.picture=void 0,!e)return;this.folded=Gh(e,40);let t=this.kept.get()[this.model.program];t&&(this.folded=new Set(t.filter(n=>n>0&&n<e.Reactors.length&&Es(e,n)))),this.host.setAttribute("aria-label",`diagram of ${e.Name}: ${e.Reactors.length} reactors, ${e.Ports?.length??0} ports, ${e.Reactions?.length??0} reactions. Arrow keys go from one to the next.`),setTimeout(()=>{this.layout()},0)}async layout(e){let t=this.model.graph,n=++this.job,s=Me("diagram-note");if(t){this.host.setAttribute("aria-busy","true"),this.picture||(s.textContent="laying out \u2026");try{let r=performance.now(),o=await this.elk.layout(new Ba(t,this.folded).build());if(n!==this.job)return;let a=e?this.picture?.boxes.get(e):void 0,l=!this.picture;this.picture=Tf(o,this.model,this.folded),this.layer.replaceChildren(this.picture.root),this.host.dataset.layout=(performance.now()-r).toFixed(0);let c=e?this.picture.boxes.get(e):void 0;a&&c?this.surface.pan((a.x-c.x)*this.surface.k,(a.y-c.y)*this.surface.k):(l||!e)&&this.fit(),s.textContent="",this.light(),this.rates(),this.marks(),this.selection(),this.rove(e??this.focus)}catch(r){s.textContent=`the diagram cannot be laid out: ${r.message}`}finally{this.host.removeAttribute("aria-busy")}}}fit(){this.picture&&this.surface.fit(this.picture.width,this.picture.height)}foldAll(){this.refold(Gh(this.model.graph,0))}unfoldAll(){this.refold(new Set)}refold(e,t){this.folded=e,this.kept.set({...this.kept.get(),[this.model.program]:[...e]}),this.layout(t)}fold(e,t=!this.folded.has(e)){if(!Es(this.model.graph,e)||t===this.folded.has(e))return;let n=new Set(this.folded);t?n.add(e):n.delete(e),this.refold(n,"R"+e),bs(`${this.model.path({kind:"reactor",id:e})} ${t?"folded":"unfolded"}`)}async reveal(e){let t=this.model.graph;if(!t)return;let n=new Set(this.folded),s=e.kind==="reactor"?t.Reactors[e.id].Parent:this.home(e);for(e.kind==="port"&&(s=t.Reactors[s].Parent);s>=0;s=t.Reactors[s].Parent)n.delete(s);n.size!==this.folded.size&&(this.folded=n,await this.layout(void 0));let r=this.picture?.boxes.get(Ha(e));r&&this.surface.reveal(r)}home(e){let t=this.model.graph;return e.kind==="reactor"?e.id:{port:t.Ports,reaction:t.Reactions,trigger:t.Triggers,mode:t.Modes}[e.kind][e.id].Reactor}at(e){let t=e.target,n=t.closest("[data-edge^=C]")?.dataset.edge;return n?"P"+this.model.graph.Connections[+n.slice(1)].From:t.closest("[data-item]")?.dataset.item}click(e){if(this.surface.dragged())return;let t=e.target.closest("[data-fold]");if(t)this.fold(+t.dataset.fold);else{let n=this.at(e);n&&this.rove(n),this.model.select(n?Eo(n):void 0)}}double(e){let t=this.at(e);t?.[0]==="R"?this.fold(+t.slice(1)):t?.[0]==="P"&&this.deeds.plot(Eo(t))}menu(e){e.preventDefault();let t=this.at(e);t&&(t[0]==="P"||t[0]==="X")&&this.deeds.breakAt(Eo(t))}hover(e){let t=e&&e.buttons===0?this.at(e):void 0;if(e&&t){let n=this.host.getBoundingClientRect(),s=e.clientX-n.left,r=s>n.width/2;this.tip.style.cssText=`top:${e.clientY-n.top+this.host.parentElement.offsetTop+14}px;${r?`right:${n.width-s}px`:`left:${s+10}px`}`}t!==this.over&&(this.over=t,this.selection()),this.tell()}tell(){let e=this.over?Eo(this.over):void 0,t=!e||e.kind==="mode"||e.kind==="reactor"&&this.over==="R0";if(this.tip.hidden=t,t||!e)return;let n=this.model.topic(e),s=n&&this.model.rate.get(n.id),r=[this.model.path(e)],o=this.model.graph;if(e.kind==="port"&&r.push(o.Ports[e.id].Type),e.kind==="reactor"&&r.push(o.Reactors[e.id].Type),s&&r.push(`${$s(s.hz)} Hz`,s.last),e.kind==="reaction"){let a=this.model.took.get(e.id),l=this.model.misses.get(e.id);a!==void 0&&r.push(`${a.toFixed(1)} \xB5s`),l&&r.push(`${l} deadline misses`)}this.tip.replaceChildren(...r.filter(Boolean).map((a,l)=>ae(l===0?"b":"span",{},a)))}focused(e){let t=this.at(e);t&&t!==this.focus&&this.rove(t)}rove(e){let t=this.picture?.things;t&&(this.focus&&t.get(this.focus)?.setAttribute("tabindex","-1"),this.focus=e&&t.has(e)?e:t.keys().next().value,this.focus&&t.get(this.focus)?.setAttribute("tabindex","0"))}key(e){if(e.ctrlKey||e.altKey||e.metaKey)return;let t=this.focus?Eo(this.focus):void 0,n=t?.kind==="reactor"?t.id:void 0,s=e.target!==this.host&&t,r=s&&n!==void 0&&Es(this.model.graph,n),o=e.shiftKey&&e.key.startsWith("Arrow")?{ArrowLeft:()=>this.surface.pan(50,0),ArrowRight:()=>this.surface.pan(-50,0),ArrowUp:()=>this.surface.pan(0,50),ArrowDown:()=>this.surface.pan(0,-50)}:{ArrowLeft:()=>this.go(-1,0),ArrowRight:()=>this.go(1,0),ArrowUp:()=>this.go(0,-1),ArrowDown:()=>this.go(0,1),Enter:()=>this.model.select(t),0:()=>this.fit(),f:()=>this.fit(),b:()=>{s&&this.deeds.breakAt(t)},p:()=>{s&&this.deeds.plot(t)},"+":()=>r?this.fold(n,!1):this.surface.zoom(1.25),"-":()=>r?this.fold(n,!0):this.surface.zoom(.8)};o["="]=o["+"];let a=o[e.key.length===1?e.key.toLowerCase():e.key];a&&(e.preventDefault(),e.stopPropagation(),a())}go(e,t){let n=this.picture,s=this.focus&&n?.boxes.get(this.focus);if(!n||!s)return;let r=c=>({x:c.x+Math.min(c.w,60)/2,y:c.y+Math.min(c.h,24)/2}),o=r(s),a,l=1/0;for(let[c,h]of n.boxes){let u=r(h),d=(u.x-o.x)*e+(u.y-o.y)*t,f=Math.abs((u.x-o.x)*t)+Math.abs((u.y-o.y)*e);c===this.focus||d<3||d+2.5*f>=l||(l=d+2.5*f,a=c)}a&&(this.rove(a),n.things.get(a).focus({preventScroll:!0}),this.surface.reveal(n.boxes.get(a)))}rates(){let e=this.picture;if(!e||!this.host.clientWidth)return;for(let[n,s]of e.rates){let r=this.model.topicByName(this.model.graph.Ports[n].Path),o=r&&this.model.rate.get(r.id),a=o?$s(o.hz):"";if(s.textContent===a)continue;s.textContent=a,s.classList.toggle("silent",o?.hz===0);let l=this.model.graph.Ports[n];e.things.get("P"+n)?.setAttribute("aria-label",`port ${l.Name} of ${this.model.graph.Reactors[l.Reactor].Path}, ${a} Hz`)}let t=new Map;for(let[n,s]of this.model.misses){let r=this.visible({kind:"reaction",id:n});t.set(r,(t.get(r)??0)+s)}for(let[n,s]of e.marks){let r=t.get(n),o=r?`${r} late`:"";s.textContent!==o&&(s.textContent=o)}this.tell()}visible(e){let t=this.picture,n=this.model.graph;if(t.things.has(Ha(e)))return Ha(e);let s=this.home(e);for(;s>0&&!t.things.has("R"+s);)s=n.Reactors[s].Parent;return"R"+s}marks(){let e=this.picture,t=this.model.state;if(!e)return;for(let r of e.root.querySelectorAll(".broken, .now"))r.classList.remove("broken","now");for(let r of t?.breaks??[]){let o=this.model.find(Uh(r.text));o&&e.things.get(this.visible(o))?.classList.add("broken")}let n=t?.reaction?this.model.find(t.reaction):void 0;if(!n)return;let s=this.visible(n);e.things.get(s)?.classList.add("now"),!t?.running&&this.surface.k>.3&&e.boxes.has(s)&&this.surface.reveal(e.boxes.get(s))}light(){let e=this.picture,t=Ef(this.model);for(let n of t)e.edges.get(n)?.classList.add("critical");for(let n of this.model.critical)e.things.get(this.visible({kind:"reaction",id:n}))?.classList.add("critical");for(let n of t){let s=e.edges.get(n);s?.parentNode?.append(s)}}selection(){let e=this.picture;if(!e)return;for(let n of e.root.querySelectorAll(".selected, .along"))n.classList.remove("selected","along");let t=this.model.selected&&Ha(this.model.selected);t&&e.things.get(t)?.classList.add("selected");for(let n of[t,this.over])if(n)for(let s of this.along(n))e.edges.get(s)?.classList.add("along")}along(e){let t=this.model.graph,n=+e.slice(1),s=[],r=a=>e[0]==="P"?a.Kind===0&&o.has(a.ID):a.Kind===1&&a.ID===n,o=new Set;if(e[0]==="P"){o.add(this.model.source(n));for(let a of o)for(let l of this.model.from(a))s.push("C"+t.Connections.indexOf(l)),!l.Delayed&&!l.Physical&&o.add(l.To)}return e[0]!=="X"&&e[0]!=="P"&&e[0]!=="T"||t.Reactions?.forEach((a,l)=>{for(let[c,h]of[["t",a.Triggers],["u",a.Uses],["e",a.Effects]])for(let u of h??[])(e==="X"+l||r(u))&&s.push(`${c}${l}.${u.Kind}.${u.ID}`)}),s}};var Vh=new hi("shares",{});function If(){for(let i of document.querySelectorAll(".gutter"))X0(i);for(let i of document.querySelectorAll("[role=tablist]"))q0(i);for(let i of document.querySelectorAll(".panel")){let e=i.querySelector("h2, [role=tab]")?.textContent??"panel";i.querySelector(".head")?.append(Pn("full",`${e}: over the whole window, or back`,()=>Pf(i),{class:"quiet full"}))}document.addEventListener("keydown",i=>{if(i.key==="Escape"&&!i.shiftKey)for(let e of document.querySelectorAll(".panel.max"))Pf(e)})}function Pf(i){let e=i.classList.toggle("max");Me("main").classList.toggle("full",e);for(let t of document.querySelectorAll(".panel.max"))t!==i&&t.classList.remove("max")}function X0(i){let e=i.previousElementSibling,t=i.nextElementSibling,n=i.classList.contains("across"),s=i.id,r=c=>{c=Math.max(.08,Math.min(.92,c));let h=To(e)+To(t);return e.style.flexGrow=String(h*c),t.style.flexGrow=String(h*(1-c)),i.setAttribute("aria-valuenow",String(Math.round(c*100))),c},o=c=>Vh.set({...Vh.get(),[s]:c}),a=()=>To(e)/(To(e)+To(t)),l=Vh.get()[s];l!==void 0?r(l):i.setAttribute("aria-valuenow",String(Math.round(a()*100))),i.addEventListener("pointerdown",c=>{i.setPointerCapture(c.pointerId),c.preventDefault()}),i.addEventListener("pointermove",c=>{if(!i.hasPointerCapture(c.pointerId))return;let h=e.getBoundingClientRect(),u=t.getBoundingClientRect();o(r(n?(c.clientX-h.left)/(u.right-h.left):(c.clientY-h.top)/(u.bottom-h.top)))}),i.addEventListener("keydown",c=>{let h={ArrowLeft:-.03,ArrowUp:-.03,ArrowRight:.03,ArrowDown:.03}[c.key];h&&(c.preventDefault(),o(r(a()+h)))})}function To(i){return parseFloat(getComputedStyle(i).flexGrow)||1}function q0(i){let e=[...i.querySelectorAll("[role=tab]")],t=(n,s=!1)=>{for(let r of e){let o=r===n;r.setAttribute("aria-selected",String(o)),r.tabIndex=o?0:-1,Me(r.getAttribute("aria-controls")).hidden=!o}s&&n.focus()};for(let n of e)n.addEventListener("click",()=>t(n));i.addEventListener("keydown",n=>{let s={ArrowLeft:-1,ArrowRight:1}[n.key],r=e.indexOf(n.target);!s||r<0||(n.preventDefault(),t(e[(r+s+e.length)%e.length],!0))}),t(e.find(n=>n.getAttribute("aria-selected")==="true")??e[0])}function Ts(i){let e=Me(i);e.getAttribute("aria-selected")!=="true"&&e.click()}function Bn(i,e=!1){let t=Me("notes"),n=ae("p",{class:e?"note bad":"note",role:e?"alert":"status"},i);for(n.addEventListener("click",()=>n.remove()),t.append(n);t.children.length>4;)t.firstElementChild.remove();setTimeout(()=>n.remove(),e?12e3:4e3)}function Lf(i,e){return Promise.race([e,new Promise((t,n)=>setTimeout(()=>n(new Error(`no answer within ${i/1e3} s: use the robot's own stop`)),i))])}function Xa(i){return i.tag?`taken at ${(i.tag[0]/1e9).toFixed(3)} s`:"sent"}var qa=class{constructor(e,t,n){this.model=e;this.view=t;this.ask=n;Me("estop").addEventListener("click",()=>{this.stop()}),t.moved=(s,r)=>{[s.x,s.y,s.z].forEach((o,a)=>{this.fields[a].value=o.toFixed(3)}),(r||performance.now()-this.sent>100)&&this.send(!r)}}model;view;ask;stopOrder;point;fields=[];handle=!1;sent=0;may=!0;show(e){let t=e.orders??[];this.may=e.may!==!1,this.stopOrder=t.find(r=>r.kind==="stop")??t.find(r=>/stop/i.test(`${r.label} ${r.path}`)),this.point=t.find(r=>r.kind==="point"&&r.fields?.length===3);for(let r of t)this.point??=$0(r);let n=Me("estop"),s=!!this.stopOrder||this.model.control;n.setAttribute("aria-disabled",String(!s)),n.title=this.stopOrder?`${this.stopOrder.label||"emergency stop"} (Shift+Esc)`:s?"pauses the run: the program takes no stop order (Shift+Esc)":this.none(),this.target()}none(){return this.may?"the program takes no stop order from this page":"this page only looks: open the whole address that the program has printed, with its token"}async stop(){let e=t=>{document.body.dataset.estop=t};try{let t="run paused: the program takes no stop order";if(this.stopOrder)t=`E-STOP ${Xa(await Lf(1e3,this.ask({do:"publish",path:this.stopOrder.path,value:this.stopOrder.example})))}`;else if(this.model.control)await Lf(1e3,this.ask({do:"command",line:"pause"}));else throw new Error(`${this.none()}: use the robot's own`);e("sent"),Bn(t)}catch(t){e("failed"),Bn(`E-STOP NOT TAKEN: ${t.message}`,!0)}}target(){let e=Me("target"),t=this.point;if(e.hidden=!t,e.replaceChildren(),this.handle=!1,this.view.target(void 0),!t)return;this.fields=["x","y","z"].map((r,o)=>ae("input",{type:"number",step:"0.01",id:`target-${r}`,"aria-label":`target ${r} in metres`,value:String(Df(t.example,t.fields[o])??0)}));let n=Pn("Drag","shows a handle to drag in the scene; Shift: up and down, Alt+click: there at once",()=>{this.handle=!this.handle,n.setAttribute("aria-pressed",String(this.handle));let r=this.handle?this.now():void 0;r&&this.fields.forEach((o,a)=>{o.value=(+[r.x,r.y,r.z][a]).toFixed(3)}),this.view.target(r)},{"aria-pressed":"false",id:"target-drag"}),s=ae("form",{onsubmit:r=>{r.preventDefault(),this.send(!1),this.handle&&this.view.target(this.typed())}},ae("span",{},t.label||"target"),...this.fields.flatMap((r,o)=>[ae("label",{for:r.id},"xyz"[o]),r]),ae("span",{class:"unit"},"m"),ae("button",{type:"submit",id:"target-send"},"Go"),n);e.append(s)}typed(){let[e,t,n]=this.fields.map(s=>+s.value);return{x:e,y:t,z:n}}now(){for(let e of[this.point?.marker,"goal","target"]){let t=e&&this.view.where(e);if(t)return t}return this.typed()}async send(e){let t=this.point;this.sent=performance.now();let n=structuredClone(t.example);this.fields.forEach((s,r)=>Y0(n,t.fields[r],+s.value));try{let s=await this.ask({do:"publish",path:t.path,value:n});e||Bn(`${t.label||"target"}: ${this.fields.map(r=>r.value).join(", ")} m, ${Xa(s)}`)}catch(s){e||Bn(`${t.label||"target"}: ${s.message}`,!0)}}};function $0(i){for(let e of["","P.","Pose.P.","Point."]){let t=["X","Y","Z"].map(n=>e+n);if(!i.kind&&t.every(n=>typeof Df(i.example,n)=="number"))return{...i,fields:t}}}function Df(i,e){return e.split(".").reduce((t,n)=>t?.[n],i)}function Y0(i,e,t){let n=e.split("."),s=n.pop(),r=n.reduce((o,a)=>o?.[a],i);r&&(r[s]=t)}var K0=["step","stepr","back","backr","run","reverse","goto","pause","speed","break port","break reaction","break miss","delete","info ports","info queue","info modes","info breaks","info doors","info graph","print","set","undo","fork","why","where","help"],$a=class{constructor(e,t){this.model=e;this.ask=t;Me("command-form").addEventListener("submit",n=>{n.preventDefault();let s=this.field.value.trim();this.field.value="",s&&this.typed(s)}),this.field.addEventListener("keydown",n=>this.key(n)),e.on("program",()=>{this.field.disabled=!e.control,this.field.title=e.control?"":"this program runs by itself: it offers no debugger",this.field.placeholder=e.control?"command: step, break port \u2026, why \u2026, help  ( / )":"no debugger in this run"})}model;ask;field=Me("command");log=Me("console-log");past=[];at=0;focus(){Ts("console-tab"),this.field.focus()}async run(e,t=!1){try{let n=await this.ask({do:"command",line:e});return(t||n.text)&&this.write(e,n.text??"",!1),n}catch(n){this.write(e,n.message,!0),Bn(`${e}: ${n.message}`,!0);return}}async typed(e){this.past[this.past.length-1]!==e&&this.past.push(e),this.at=this.past.length,Ts("console-tab");try{this.write(e,(await this.ask({do:"command",line:e})).text??"",!1)}catch(t){this.write(e,t.message,!0)}}write(e,t,n){let s=this.log.scrollHeight-this.log.scrollTop-this.log.clientHeight<30;for(this.log.append(ae("div",{class:n?"entry bad":"entry"},ae("b",{},`\u203A ${e}`),t&&ae("pre",{},t)));this.log.children.length>200;)this.log.firstElementChild.remove();s&&(this.log.scrollTop=this.log.scrollHeight)}key(e){e.key==="ArrowUp"||e.key==="ArrowDown"?(this.at=Math.max(0,Math.min(this.past.length,this.at+(e.key==="ArrowUp"?-1:1))),this.field.value=this.past[this.at]??"",e.preventDefault()):e.key==="Tab"&&!e.shiftKey&&this.field.value?(e.preventDefault(),this.complete()):e.key==="Escape"&&!e.shiftKey&&this.field.blur()}complete(){let e=this.field.value,t=this.model.graph,n=t?[...t.Ports??[],...t.Reactions??[],...t.Triggers??[]].map(l=>l.Path):[],s=K0.filter(l=>l.startsWith(e)),r=s.length?e:e.slice(e.lastIndexOf(" ")+1),o=s.length?s:n.filter(l=>l.startsWith(r));if(!o.length)return;let a=o[0];for(let l of o)for(;!l.startsWith(a);)a=a.slice(0,-1);this.field.value=e.slice(0,e.length-r.length)+a+(o.length===1?" ":""),o.length>1&&a===r&&this.write(e,o.slice(0,40).join(`
`),!1)}};var Nf=2e4,Rr=21,Hh={miss:"missed",mode:"mode",door:"input",print:"print",note:"note",fault:"fault"},Ya=class{constructor(e){this.chosen=e;for(let t of Object.keys(Hh))this.kind.append(ae("option",{value:t},Hh[t]));this.filter.addEventListener("input",()=>this.refilter()),this.kind.addEventListener("change",()=>this.refilter()),Me("events-clear").addEventListener("click",()=>{this.rows=[],this.refilter()}),this.box.addEventListener("scroll",()=>{this.stuck=this.box.scrollHeight-this.box.scrollTop-this.box.clientHeight<Rr*2,this.draw()}),new ResizeObserver(()=>this.draw()).observe(this.box)}chosen;rows=[];shown=[];box=Me("events-box");body=Me("events-body");top=ae("tr",{"aria-hidden":"true"});bottom=ae("tr",{"aria-hidden":"true"});filter=Me("events-filter");kind=Me("events-kind");stuck=!0;draw=ws(()=>this.render());add(e){this.rows.push(...e);for(let t of e)this.fits(t)&&this.shown.push(t);this.rows.length>Nf&&(this.rows.splice(0,this.rows.length-Nf),this.shown=this.rows.filter(t=>this.fits(t))),this.draw()}clear(){this.rows=[],this.refilter()}fits(e){let t=this.filter.value.toLowerCase();return(!this.kind.value||e.kind===this.kind.value)&&(!t||`${e.what} ${e.text}`.toLowerCase().includes(t))}refilter(){this.shown=this.rows.filter(e=>this.fits(e)),this.draw()}render(){let e=this.shown.length;if(Me("events-count").textContent=e===this.rows.length?`${e}`:`${e} of ${this.rows.length}`,!this.box.clientHeight)return;this.stuck&&(this.box.scrollTop=e*Rr);let t=Math.ceil(this.box.clientHeight/Rr)+2,n=Math.max(0,Math.min(Math.floor(this.box.scrollTop/Rr),e-t+1)),s=Math.min(e,n+t);this.top.style.height=`${n*Rr}px`,this.bottom.style.height=`${(e-s)*Rr}px`,this.body.parentElement.setAttribute("aria-rowcount",String(e+1)),this.body.replaceChildren(this.top,...this.shown.slice(n,s).map((r,o)=>this.row(r,n+o)),this.bottom),this.stuck&&(this.box.scrollTop=this.box.scrollHeight)}row(e,t){return ae("tr",{class:e.kind,"aria-rowindex":t+2},ae("td",{class:"num"},ae("button",{type:"button",class:"link",title:"go to this time",onclick:()=>this.chosen(e,!0)},`${(e.t/1e9).toFixed(4)}${e.m?`:${e.m}`:""}`)),ae("td",{},ae("span",{class:`kind ${e.kind}`},Hh[e.kind]??e.kind)),ae("td",{},ae("button",{type:"button",class:"link",title:e.what,onclick:()=>this.chosen(e,!1)},e.what)),ae("td",{title:e.text},e.text))}};var Z0="uplot",J0="u-hz",j0="u-vt",Q0="u-title",e_="u-wrap",t_="u-under",n_="u-over",i_="u-axis",js="u-off",s_="u-select",r_="u-cursor-x",o_="u-cursor-y",a_="u-cursor-pt",l_="u-legend",c_="u-live",h_="u-inline",u_="u-series",d_="u-marker",Uf="u-label",f_="u-value",Ro="width",Co="height";var Ff="bottom",Cr="left",Wh="right",au="#000",Of=au+"0",Xh="mousemove",kf="mousedown",qh="mouseup",Bf="mouseenter",zf="mouseleave",Gf="dblclick",p_="resize",m_="scroll",Vf="change",Qa="dppxchange",lu="--",Fr=typeof window<"u",Jh=Fr?document:null,Ir=Fr?window:null,g_=Fr?navigator:null,wt,Ka;function jh(){let i=devicePixelRatio;wt!=i&&(wt=i,Ka&&eu(Vf,Ka,jh),Ka=matchMedia(`(min-resolution: ${wt-.001}dppx) and (max-resolution: ${wt+.001}dppx)`),Qs(Vf,Ka,jh),Ir.dispatchEvent(new CustomEvent(Qa)))}function Qn(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function Qh(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function Gt(i,e,t){i.style[e]=t+"px"}function Si(i,e,t,n){let s=Jh.createElement(i);return e!=null&&Qn(s,e),t?.insertBefore(s,n),s}function di(i,e){return Si("div",i,e)}var Hf=new WeakMap;function ki(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=Hf.get(i);r!=o&&(i.style.transform=r,Hf.set(i,r),e<0||t<0||e>n||t>s?Qn(i,js):Qh(i,js))}var Wf=new WeakMap;function Xf(i,e,t){let n=e+t,s=Wf.get(i);n!=s&&(Wf.set(i,n),i.style.background=e,i.style.borderColor=t)}var qf=new WeakMap;function $f(i,e,t,n){let s=e+""+t,r=qf.get(i);s!=r&&(qf.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var cu={passive:!0},__={...cu,capture:!0};function Qs(i,e,t,n){e.addEventListener(i,t,n?__:cu)}function eu(i,e,t,n){e.removeEventListener(i,t,cu)}Fr&&jh();function Mi(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:ei((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function Sp(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var Mp=i=>i!=null,bp=i=>i!=null&&i>0,nl=Sp(Mp),x_=Sp(bp);function v_(i,e,t,n=0,s=!1){let r=s?x_:nl,o=s?bp:Mp;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Dt,l??-Dt]}function il(i,e,t,n){let s=Zf(i),r=Zf(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?is:wp,a=s==1?ei:fi,l=r==1?fi:ei,c=a(o(pn(i))),h=l(o(pn(e))),u=Lr(t,c),d=Lr(t,h);return t==10&&(c<0&&(u=Nt(u,-c)),h<0&&(d=Nt(d,-h))),n||t==2?(i=u*s,e=d*r):(i=Rp(i,u),e=sl(e,d)),[i,e]}function hu(i,e,t,n){let s=il(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var uu=.1,Yf={mode:3,pad:uu},Io={pad:0,soft:null,mode:0},y_={min:Io,max:Io};function el(i,e,t,n){return rl(t)?Kf(i,e,t):(Io.pad=t,Io.soft=n?0:null,Io.mode=n?3:0,Kf(i,e,y_))}function Mt(i,e){return i??e}function S_(i,e,t){for(e=Mt(e,0),t=Mt(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function Kf(i,e,t){let n=t.min,s=t.max,r=Mt(n.pad,0),o=Mt(s.pad,0),a=Mt(n.hard,-Dt),l=Mt(s.hard,Dt),c=Mt(n.soft,Dt),h=Mt(s.soft,-Dt),u=Mt(n.mode,0),d=Mt(s.mode,0),f=e-i,_=is(f),M=zn(pn(i),pn(e)),m=is(M),p=pn(m-_);(f<1e-24||p>10)&&(f=0,(i==0||e==0)&&(f=1e-24,u==2&&c!=Dt&&(r=0),d==2&&h!=-Dt&&(o=0)));let y=f||M||1e3,R=is(y),w=Lr(10,ei(R)),P=y*(f==0?i==0?.1:1:r),T=Nt(Rp(i-P,w/10),24),x=i>=c&&(u==1||u==3&&T<=c||u==2&&T>=c)?c:Dt,E=zn(a,T<x&&i>=x?x:bi(x,T)),O=y*(f==0?e==0?.1:1:o),I=Nt(sl(e+O,w/10),24),L=e<=h&&(d==1||d==3&&I>=h||d==2&&I<=h)?h:-Dt,B=bi(l,I>L&&e<=L?L:zn(L,I));return E==B&&E==0&&(B=100),[E,B]}var M_=new Intl.NumberFormat(Fr?g_.language:"en-US"),du=i=>M_.format(i),ti=Math,ja=ti.PI,pn=ti.abs,ei=ti.floor,fn=ti.round,fi=ti.ceil,bi=ti.min,zn=ti.max,Lr=ti.pow,Zf=ti.sign,is=ti.log10,wp=ti.log2,b_=(i,e=1)=>ti.sinh(i)*e,$h=(i,e=1)=>ti.asinh(i/e),Dt=1/0;function Jf(i){return(is((i^i>>31)-(i>>31))|0)+1}function tu(i,e,t){return bi(zn(i,e),t)}function Ep(i){return typeof i=="function"}function _t(i){return Ep(i)?i:()=>i}var w_=()=>{},Tp=i=>i,Ap=(i,e)=>e,E_=i=>null,jf=i=>!0,Qf=(i,e)=>i==e,T_=/\.\d*?(?=9{6,}|0{6,})/gm,er=i=>{if(Pp(i)||Rs.has(i))return i;let e=`${i}`,t=e.match(T_);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${er(s)}e${r}`}return Nt(i,n)};function Zs(i,e){return er(Nt(er(i/e))*e)}function sl(i,e){return er(fi(er(i/e))*e)}function Rp(i,e){return er(ei(er(i/e))*e)}function Nt(i,e=0){if(Pp(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return fn(n)/t}var Rs=new Map;function Cp(i){return((""+i).split(".")[1]||"").length}function Do(i,e,t,n){let s=[],r=n.map(Cp);for(let o=e;o<t;o++){let a=pn(o),l=Nt(Lr(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:Nt(h,u);s.push(d),Rs.set(d,u)}}return s}var Lo={},fu=[],Dr=[null,null],As=Array.isArray,Pp=Number.isInteger,A_=i=>i===void 0;function ep(i){return typeof i=="string"}function rl(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function R_(i){return i!=null&&typeof i=="object"}var C_=Object.getPrototypeOf(Uint8Array),Ip="__proto__";function Nr(i,e=rl){let t;if(As(i)){let n=i.find(s=>s!=null);if(As(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=Nr(i[s],e)}else t=i.slice()}else if(i instanceof C_)t=i.slice();else if(e(i)){t={};for(let n in i)n!=Ip&&(t[n]=Nr(i[n],e))}else t=i;return t}function ln(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=Ip&&(rl(i[s])?ln(i[s],Nr(n[s])):i[s]=Nr(n[s]))}return i}var P_=0,I_=1,L_=2;function D_(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function N_(i,e){if(O_(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return k_(o[0])||(o=F_(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=e?e[o][c]:I_,f=[];for(let _=0;_<h.length;_++){let M=h[_],m=r.get(l[_]);M===null?d!=P_&&(u[m]=M,d==L_&&f.push(m)):u[m]=M}D_(u,f,s),n.push(u)}}return n}var U_=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function F_(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function O_(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function k_(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=zn(1,ei((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Lp=["January","February","March","April","May","June","July","August","September","October","November","December"],Dp=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Np(i){return i.slice(0,3)}var B_=Dp.map(Np),z_=Lp.map(Np),G_={MMMM:Lp,MMM:z_,WWWW:Dp,WWW:B_};function Ao(i){return(i<10?"0":"")+i}function V_(i){return(i<10?"00":i<100?"0":"")+i}var H_={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>Ao(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Ao(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>Ao(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Ao(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Ao(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>V_(i.getMilliseconds())};function pu(i,e){e=e||G_;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?H_[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var W_=new Intl.DateTimeFormat().resolvedOptions().timeZone;function X_(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==W_?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var Up=i=>i%1==0,tl=[1,2,2.5,5],q_=Do(10,-32,0,tl),Fp=Do(10,0,32,tl),$_=Fp.filter(Up),Js=q_.concat(Fp),mu=`
`,Op="{YYYY}",tp=mu+Op,kp="{M}/{D}",Po=mu+kp,Za=Po+"/{YY}",Bp="{aa}",Y_="{h}:{mm}",Pr=Y_+Bp,np=mu+Pr,ip=":{ss}",Et=null;function zp(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?Do(10,0,3,tl).filter(Up):Do(10,-3,0,tl)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Op,Et,Et,Et,Et,Et,Et,1],[s*28,"{MMM}",tp,Et,Et,Et,Et,Et,1],[s,kp,tp,Et,Et,Et,Et,Et,1],[n,"{h}"+Bp,Za,Et,Po,Et,Et,Et,1],[t,Pr,Za,Et,Po,Et,Et,Et,1],[e,ip,Za+" "+Pr,Et,Po+" "+Pr,Et,np,Et,1],[i,ip+".{fff}",Za+" "+Pr,Et,Po+" "+Pr,Et,np,Et,1]];function h(u){return(d,f,_,M,m,p)=>{let y=[],R=m>=o,w=m>=r&&m<o,P=u(_),T=Nt(P*i,3),x=Yh(P.getFullYear(),R?0:P.getMonth(),w||R?1:P.getDate()),E=Nt(x*i,3);if(w||R){let O=w?m/r:0,I=R?m/o:0,L=T==E?T:Nt(Yh(x.getFullYear()+I,x.getMonth()+O,1)*i,3),B=new Date(fn(L/i)),z=B.getFullYear(),N=B.getMonth();for(let H=0;L<=M;H++){let $=Yh(z+I*H,N+O*H,1),V=$-u(Nt($*i,3));L=Nt((+$+V)*i,3),L<=M&&y.push(L)}}else{let O=m>=s?s:m,I=ei(_)-ei(T),L=E+I+sl(T-E,O);y.push(L);let B=u(L),z=B.getHours()+B.getMinutes()/t+B.getSeconds()/n,N=m/n,H=d.axes[f]._space,$=p/H;for(;L=Nt(L+m,i==1?0:3),!(L>M);)if(N>1){let V=ei(Nt(z+N,6))%24,j=u(L).getHours()-V;j>1&&(j=-1),L-=j*n,z=(z+N)%24;let ie=y[y.length-1];Nt((L-ie)/m,3)*$>=.7&&y.push(L)}else y.push(L)}return y}}return[l,c,h]}var[K_,Z_,J_]=zp(1),[j_,Q_,ex]=zp(.001);Do(2,-53,53,[1]);function sp(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function rp(i,e){return(t,n,s,r,o)=>{let a=e.find(_=>o>=_[0])||e[e.length-1],l,c,h,u,d,f;return n.map(_=>{let M=i(_),m=M.getFullYear(),p=M.getMonth(),y=M.getDate(),R=M.getHours(),w=M.getMinutes(),P=M.getSeconds(),T=m!=l&&a[2]||p!=c&&a[3]||y!=h&&a[4]||R!=u&&a[5]||w!=d&&a[6]||P!=f&&a[7]||a[1];return l=m,c=p,h=y,u=R,d=w,f=P,T(M)})}}function tx(i,e){let t=pu(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function Yh(i,e,t){return new Date(i,e,t)}function op(i,e){return e(i)}var nx="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function ap(i,e){return(t,n,s,r)=>r==null?lu:e(i(n))}function ix(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function sx(i,e){return i.series[e].fill(i,e)}var rx={show:!0,live:!0,isolate:!1,mount:w_,markers:{show:!0,width:2,stroke:ix,fill:sx,dash:"solid"},idx:null,idxs:null,values:[]};function ox(i,e){let t=i.cursor.points,n=di(),s=t.size(i,e);Gt(n,Ro,s),Gt(n,Co,s);let r=s/-2;Gt(n,"marginLeft",r),Gt(n,"marginTop",r);let o=t.width(i,e,s);return o&&Gt(n,"borderWidth",o),n}function ax(i,e){let t=i.series[e].points;return t._fill||t._stroke}function lx(i,e){let t=i.series[e].points;return t._stroke||t._fill}function cx(i,e){return i.series[e].points.size}var Kh=[0,0];function hx(i,e,t){return Kh[0]=e,Kh[1]=t,Kh}function Ja(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function Zh(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var ux={show:!0,x:!0,y:!0,lock:!1,move:hx,points:{one:!1,show:ox,size:cx,width:0,stroke:lx,fill:ax},bind:{mousedown:Ja,mouseup:Ja,click:Ja,dblclick:Ja,mousemove:Zh,mouseleave:Zh,mouseenter:Zh},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Gp={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},gu=ln({},Gp,{filter:Ap}),Vp=ln({},gu,{size:10}),Hp=ln({},Gp,{show:!1}),_u='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Wp="bold "+_u,Xp=1.5,lp={show:!0,scale:"x",stroke:au,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Wp,side:2,grid:gu,ticks:Vp,border:Hp,font:_u,lineGap:Xp,rotate:0},dx="Value",fx="Time",cp={show:!0,scale:"x",auto:!1,sorted:1,min:Dt,max:-Dt,idxs:[]};function px(i,e,t,n,s){return e.map(r=>r==null?"":du(r))}function mx(i,e,t,n,s,r,o){let a=[],l=Rs.get(s)||0;t=o?t:Nt(sl(t,s),l);for(let c=t;c<=n;c=Nt(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function nu(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?is:wp,h=ei(c(t));s=Lr(l,h),l==10&&(s=Js[Mi(s,Js)]);let u=t,d=s*l;l==10&&(d=Js[Mi(d,Js)]);do a.push(u),u=u+s,l==10&&!Rs.has(u)&&(u=Nt(u,Rs.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=Js[Mi(d,Js)]));while(u<=n);return a}function gx(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].scale].asinh,c=n>l?nu(i,e,zn(l,t),n,s):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?nu(i,e,zn(l,-n),-t,s):[l]).reverse().map(d=>-d).concat(h,c)}var qp=/./,_x=/[12357]/,xx=/[125]/,hp=/1/,iu=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function vx(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?qp:l(7,o)-h>=c?_x:l(5,o)-h>=c?xx:hp;if(u==hp){let d=pn(l(1,o)-h);if(d<c)return iu(e.slice().reverse(),a.distr,u,fi(c/d)).reverse()}return iu(e,a.distr,u,1)}function yx(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=pn(l(1,o)-l(2,o));return c<a?iu(e.slice().reverse(),3,qp,fi(a/c)).reverse():e}function Sx(i,e,t,n){return n==null?lu:e==null?"":du(e)}var up={show:!0,scale:"y",stroke:au,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Wp,side:3,grid:gu,ticks:Vp,border:Hp,font:_u,lineGap:Xp,rotate:0};function Mx(i,e){let t=3+(i||1)*2;return Nt(t*e,3)}function bx(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=pn(o-r),l=i.series[e],c=a/(l.points.space*wt);return n[1]-n[0]<=c}var dp={scale:null,auto:!0,sorted:0,min:Dt,max:-Dt},$p=(i,e,t,n,s)=>s,fp={show:!0,auto:!0,sorted:0,gaps:$p,alpha:1,facets:[ln({},dp,{scale:"x"}),ln({},dp,{scale:"y"})]},pp={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:$p,alpha:1,points:{show:bx,filter:null},values:null,min:Dt,max:-Dt,idxs:[],path:null,clip:null};function wx(i,e,t,n,s){return t/10}var Yp={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Ex=ln({},Yp,{time:!1,ori:1}),mp={};function Kp(i,e){let t=mp[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(mp[i]=t)),t}var Ur=1,su=2;function tr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,_=a.width,M=a.height,m=i.valToPosH,p=i.valToPosV;return h.ori==0?t(s,l,c,h,u,m,p,d,f,_,M,al,Or,cl,Jp,Qp):t(s,l,c,h,u,p,m,f,d,M,_,ll,kr,yu,jp,em)}function xu(i,e){let t=0,n=0,s=Mt(i.bands,fu);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function Tx(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ss(i,e,t,n,s,r){return tr(i,e,(o,a,l,c,h,u,d,f,_,M,m)=>{let p=o.pxRound,y=c.dir*(c.ori==0?1:-1),R=c.ori==0?Or:kr,w,P;y==1?(w=t,P=n):(w=n,P=t);let T=p(u(a[w],c,M,f)),x=p(d(l[w],h,m,_)),E=p(u(a[P],c,M,f)),O=p(d(r==1?h.max:h.min,h,m,_)),I=new Path2D(s);return R(I,E,O),R(I,T,O),R(I,T,x),I})}function ol(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?cl:yu,l=t;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=t+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function Ax(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function vu(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(i[u]),_=d==u?f:r(i[d]),M=u-s;f=o<=0&&M>=0&&M<l?r(i[M]):f;let p=d+s;_=o>=0&&p>=0&&p<l?r(i[p]):_,_>=f&&a.push([f,_])}return a}function gp(i){return i==0?Tp:i==1?fn:e=>Zs(e,i)}function Zp(i){let e=i==0?al:ll,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=bi(c,a/2,l/2),h=bi(h,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,h),t(s,r,o+l,r,o,h),t(s,r,o,r+a,o,c),s.closePath())}}var al=(i,e,t)=>{i.moveTo(e,t)},ll=(i,e,t)=>{i.moveTo(t,e)},Or=(i,e,t)=>{i.lineTo(e,t)},kr=(i,e,t)=>{i.lineTo(t,e)},cl=Zp(0),yu=Zp(1),Jp=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},jp=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},Qp=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},em=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function tm(i){return(e,t,n,s,r)=>tr(e,t,(o,a,l,c,h,u,d,f,_,M,m)=>{let{pxRound:p,points:y}=o,R,w;c.ori==0?(R=al,w=Jp):(R=ll,w=jp);let P=Nt(y.width*wt,3),T=(y.size-y.width)/2*wt,x=Nt(T*2,3),E=new Path2D,O=new Path2D,{left:I,top:L,width:B,height:z}=e.bbox;cl(O,I-x,L-x,B+x*2,z+x*2);let N=H=>{if(l[H]!=null){let $=p(u(a[H],c,M,f)),V=p(d(l[H],h,m,_));R(E,$+T,V),w(E,$,V,T,0,ja*2)}};if(r)r.forEach(N);else for(let H=n;H<=s;H++)N(H);return{stroke:P>0?E:null,fill:E,clip:O,flags:Ur|su}})}function nm(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var Rx=nm(Or),Cx=nm(kr);function im(i){let e=Mt(i?.alignGaps,0);return(t,n,s,r)=>tr(t,n,(o,a,l,c,h,u,d,f,_,M,m)=>{[s,r]=nl(l,s,r);let p=o.pxRound,y=z=>p(u(z,c,M,f)),R=z=>p(d(z,h,m,_)),w,P;c.ori==0?(w=Or,P=Rx):(w=kr,P=Cx);let T=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Ur},E=x.stroke,O=!1;if(r-s>=M*4){let z=ue=>t.posToVal(ue,c.key,!0),N=null,H=null,$,V,ce,Z=y(a[T==1?s:r]),j=y(a[s]),ie=y(a[r]),de=z(T==1?j+1:ie-1);for(let ue=T==1?s:r;ue>=s&&ue<=r;ue+=T){let Q=a[ue],xe=(T==1?Q<de:Q>de)?Z:y(Q),Re=l[ue];xe==Z?Re!=null?(V=Re,N==null?(w(E,xe,R(V)),$=N=H=V):V<N?N=V:V>H&&(H=V)):Re===null&&(O=!0):(N!=null&&P(E,Z,R(N),R(H),R($),R(V)),Re!=null?(V=Re,w(E,xe,R(V)),N=H=$=V):(N=H=null,Re===null&&(O=!0)),Z=xe,de=z(Z+T))}N!=null&&N!=H&&ce!=Z&&P(E,Z,R(N),R(H),R($),R(V))}else for(let z=T==1?s:r;z>=s&&z<=r;z+=T){let N=l[z];N===null?O=!0:N!=null&&w(E,y(a[z]),R(N))}let[L,B]=xu(t,n);if(o.fill!=null||L!=0){let z=x.fill=new Path2D(E),N=o.fillTo(t,n,o.min,o.max,L),H=R(N),$=y(a[s]),V=y(a[r]);T==-1&&([V,$]=[$,V]),w(z,V,H),w(z,$,H)}if(!o.spanGaps){let z=[];O&&z.push(...vu(a,l,s,r,T,y,e)),x.gaps=z=o.gaps(t,n,s,r,z),x.clip=ol(z,c.ori,f,_,M,m)}return B!=0&&(x.band=B==2?[ss(t,n,s,r,E,-1),ss(t,n,s,r,E,1)]:ss(t,n,s,r,E,B)),x})}function Px(i){let e=Mt(i.align,1),t=Mt(i.ascDesc,!1),n=Mt(i.alignGaps,0),s=Mt(i.extend,!1);return(r,o,a,l)=>tr(r,o,(c,h,u,d,f,_,M,m,p,y,R)=>{[a,l]=nl(u,a,l);let w=c.pxRound,{left:P,width:T}=r.bbox,x=j=>w(_(j,d,y,m)),E=j=>w(M(j,f,R,p)),O=d.ori==0?Or:kr,I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Ur},L=I.stroke,B=d.dir*(d.ori==0?1:-1),z=E(u[B==1?a:l]),N=x(h[B==1?a:l]),H=N,$=N;s&&e==-1&&($=P,O(L,$,z)),O(L,N,z);for(let j=B==1?a:l;j>=a&&j<=l;j+=B){let ie=u[j];if(ie==null)continue;let de=x(h[j]),ue=E(ie);e==1?O(L,de,z):O(L,H,ue),O(L,de,ue),z=ue,H=de}let V=H;s&&e==1&&(V=P+T,O(L,V,z));let[ce,Z]=xu(r,o);if(c.fill!=null||ce!=0){let j=I.fill=new Path2D(L),ie=c.fillTo(r,o,c.min,c.max,ce),de=E(ie);O(j,V,de),O(j,$,de)}if(!c.spanGaps){let j=[];j.push(...vu(h,u,a,l,B,x,n));let ie=c.width*wt/2,de=t||e==1?ie:-ie,ue=t||e==-1?-ie:ie;j.forEach(Q=>{Q[0]+=de,Q[1]+=ue}),I.gaps=j=c.gaps(r,o,a,l,j),I.clip=ol(j,d.ori,m,p,y,R)}return Z!=0&&(I.band=Z==2?[ss(r,o,a,l,L,-1),ss(r,o,a,l,L,1)]:ss(r,o,a,l,L,Z)),I})}function _p(i,e,t,n,s,r,o=Dt){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let h=pn(i[l]-i[a]);h<c&&(c=h,o=pn(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function Ix(i){i=i||Lo;let e=Mt(i.size,[.6,Dt,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=_t(s),o=1-e[0],a=Mt(e[1],Dt),l=Mt(e[2],1),c=Mt(i.disp,Lo),h=Mt(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,_,M,m)=>tr(f,_,(p,y,R,w,P,T,x,E,O,I,L)=>{let B=p.pxRound,z=t,N=n*wt,H=a*wt,$=l*wt,V,ce;w.ori==0?[V,ce]=r(f,_):[ce,V]=r(f,_);let Z=w.dir*(w.ori==0?1:-1),j=w.ori==0?cl:yu,ie=w.ori==0?h:(Pe,$e,rt,we,Lt,Ge,qe)=>{h(Pe,$e,rt,Lt,we,qe,Ge)},de=Mt(f.bands,fu).find(Pe=>Pe.series[0]==_),ue=de!=null?de.dir:0,Q=p.fillTo(f,_,p.min,p.max,ue),me=B(x(Q,P,L,O)),xe,Re,be,We=I,st=B(p.width*wt),Ve=!1,dt=null,lt=null,nt=null,Wt=null;u!=null&&(st==0||d!=null)&&(Ve=!0,dt=u.values(f,_,M,m),lt=new Map,new Set(dt).forEach(Pe=>{Pe!=null&&lt.set(Pe,new Path2D)}),st>0&&(nt=d.values(f,_,M,m),Wt=new Map,new Set(nt).forEach(Pe=>{Pe!=null&&Wt.set(Pe,new Path2D)})));let{x0:Ft,size:tn}=c;if(Ft!=null&&tn!=null){z=1,y=Ft.values(f,_,M,m),Ft.unit==2&&(y=y.map(rt=>f.posToVal(E+rt*I,w.key,!0)));let Pe=tn.values(f,_,M,m);tn.unit==2?Re=Pe[0]*I:Re=T(Pe[0],w,I,E)-T(0,w,I,E),We=_p(y,R,T,w,I,E,We),be=We-Re+N}else We=_p(y,R,T,w,I,E,We),be=We*o+N,Re=We-be;be<1&&(be=0),st>=Re/2&&(st=0),be<5&&(B=Tp);let Pt=be>0,_n=We-be-(Pt?st:0);Re=B(tu(_n,$,H)),xe=(z==0?Re/2:z==Z?0:Re)-z*Z*((z==0?N/2:0)+(Pt?st/2:0));let yt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},un=Ve?null:new Path2D,Yt=null;if(de!=null)Yt=f.data[de.series[1]];else{let{y0:Pe,y1:$e}=c;Pe!=null&&$e!=null&&(R=$e.values(f,_,M,m),Yt=Pe.values(f,_,M,m))}let nn=V*Re,F=ce*Re;for(let Pe=Z==1?M:m;Pe>=M&&Pe<=m;Pe+=Z){let $e=R[Pe];if($e==null)continue;if(Yt!=null){let W=Yt[Pe]??0;if($e-W==0)continue;me=x(W,P,L,O)}let rt=w.distr!=2||c!=null?y[Pe]:Pe,we=T(rt,w,I,E),Lt=x(Mt($e,Q),P,L,O),Ge=B(we-xe),qe=B(zn(Lt,me)),A=B(bi(Lt,me)),v=qe-A;if($e!=null){let W=$e<0?F:nn,he=$e<0?nn:F;Ve?(st>0&&nt[Pe]!=null&&j(Wt.get(nt[Pe]),Ge,A+ei(st/2),Re,zn(0,v-st),W,he),dt[Pe]!=null&&j(lt.get(dt[Pe]),Ge,A+ei(st/2),Re,zn(0,v-st),W,he)):j(un,Ge,A+ei(st/2),Re,zn(0,v-st),W,he),ie(f,_,Pe,Ge-st/2,A,Re+st,v)}}return st>0?yt.stroke=Ve?Wt:un:Ve||(yt._fill=p.width==0?p._fill:p._stroke??p._fill,yt.width=0),yt.fill=Ve?lt:un,yt})}function Lx(i,e){let t=Mt(e?.alignGaps,0);return(n,s,r,o)=>tr(n,s,(a,l,c,h,u,d,f,_,M,m,p)=>{[r,o]=nl(c,r,o);let y=a.pxRound,R=V=>y(d(V,h,m,_)),w=V=>y(f(V,u,p,M)),P,T,x;h.ori==0?(P=al,x=Or,T=Qp):(P=ll,x=kr,T=em);let E=h.dir*(h.ori==0?1:-1),O=R(l[E==1?r:o]),I=O,L=[],B=[];for(let V=E==1?r:o;V>=r&&V<=o;V+=E)if(c[V]!=null){let Z=l[V],j=R(Z);L.push(I=j),B.push(w(c[V]))}let z={stroke:i(L,B,P,x,T,y),fill:null,clip:null,band:null,gaps:null,flags:Ur},N=z.stroke,[H,$]=xu(n,s);if(a.fill!=null||H!=0){let V=z.fill=new Path2D(N),ce=a.fillTo(n,s,a.min,a.max,H),Z=w(ce);x(V,I,Z),x(V,O,Z)}if(!a.spanGaps){let V=[];V.push(...vu(l,c,r,o,E,R,t)),z.gaps=V=a.gaps(n,s,r,o,V),z.clip=ol(V,h.ori,_,M,m,p)}return $!=0&&(z.band=$==2?[ss(n,s,r,o,N,-1),ss(n,s,r,o,N,1)]:ss(n,s,r,o,N,$)),z})}function Dx(i){return Lx(Nx,i)}function Nx(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=e[d+1]-e[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,e[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,e[d+1]-l[d+1]*u[d]/3,i[d+1],e[d+1])}return a}var ru=new Set;function xp(){for(let i of ru)i.syncRect(!0)}Fr&&(Qs(p_,Ir,xp),Qs(m_,Ir,xp,!0),Qs(Qa,Ir,()=>{An.pxRatio=wt}));var Ux=im(),Fx=tm();function vp(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>ou(r,o,e,t))}function Ox(i,e){return i.map((t,n)=>n==0?{}:ln({},e,t))}function ou(i,e,t,n){return ln({},e==0?t:n,i)}function sm(i,e,t){return e==null?Dr:[e,t]}var kx=sm;function Bx(i,e,t){return e==null?Dr:el(e,t,uu,!0)}function rm(i,e,t,n){return e==null?Dr:il(e,t,i.scales[n].log,!1)}var zx=rm;function om(i,e,t,n){return e==null?Dr:hu(e,t,i.scales[n].log,!1)}var Gx=om;function Vx(i,e,t,n,s){let r=zn(Jf(i),Jf(e)),o=e-i,a=Mi(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?Rs.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function yp(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=fn((t=+s)*wt))+"px"),[i,e,t]}function Hx(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=Nt(e[2]*wt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function An(i,e,t){let n={mode:Mt(i.mode,1)},s=n.mode;function r(g,S,C,D){let G=S.valToPct(g);return D+C*(S.dir==-1?1-G:G)}function o(g,S,C,D){let G=S.valToPct(g);return D+C*(S.dir==-1?G:1-G)}function a(g,S,C,D){return S.ori==0?r(g,S,C,D):o(g,S,C,D)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=di(Z0);if(i.id!=null&&(c.id=i.id),Qn(c,i.class),i.title){let g=di(Q0,c);g.textContent=i.title}let h=Si("canvas"),u=n.ctx=h.getContext("2d"),d=di(e_,c);Qs("click",d,g=>{g.target===_&&(kt!=Mr||Xt!=br)&&Tn.click(n,g)},!0);let f=n.under=di(t_,d);d.appendChild(h);let _=n.over=di(n_,d);i=Nr(i);let M=+Mt(i.pxAlign,1),m=gp(M);(i.plugins||[]).forEach(g=>{g.opts&&(i=g.opts(n,i)||i)});let p=i.ms||.001,y=n.series=s==1?vp(i.series||[],cp,pp,!1):Ox(i.series||[null],fp),R=n.axes=vp(i.axes||[],lp,up,!0),w=n.scales={},P=n.bands=i.bands||[];P.forEach(g=>{g.fill=_t(g.fill||null),g.dir=Mt(g.dir,-1)});let T=s==2?y[1].facets[0].scale:y[0].scale,x={axes:ts,series:pt},E=(i.drawOrder||["axes","series"]).map(g=>x[g]);function O(g){let S=g.distr==3?C=>is(C>0?C:g.clamp(n,C,g.min,g.max,g.key)):g.distr==4?C=>$h(C,g.asinh):g.distr==100?C=>g.fwd(C):C=>C;return C=>{let D=S(C),{_min:G,_max:K}=g,oe=K-G;return(D-G)/oe}}function I(g){let S=w[g];if(S==null){let C=(i.scales||Lo)[g]||Lo;if(C.from!=null){I(C.from);let D=ln({},w[C.from],C,{key:g});D.valToPct=O(D),w[g]=D}else{S=w[g]=ln({},g==T?Yp:Ex,C),S.key=g;let D=S.time,G=S.range,K=As(G);if((g!=T||s==2&&!D)&&(K&&(G[0]==null||G[1]==null)&&(G={min:G[0]==null?Yf:{mode:1,hard:G[0],soft:G[0]},max:G[1]==null?Yf:{mode:1,hard:G[1],soft:G[1]}},K=!1),!K&&rl(G))){let oe=G;G=(fe,ye,Ne)=>ye==null?Dr:el(ye,Ne,oe)}S.range=_t(G||(D?kx:g==T?S.distr==3?zx:S.distr==4?Gx:sm:S.distr==3?rm:S.distr==4?om:Bx)),S.auto=_t(K?!1:S.auto),S.clamp=_t(S.clamp||wx),S._min=S._max=null,S.valToPct=O(S)}}}I("x"),I("y"),s==1&&y.forEach(g=>{I(g.scale)}),R.forEach(g=>{I(g.scale)});for(let g in i.scales)I(g);let L=w[T],B=L.distr,z,N;L.ori==0?(Qn(c,J0),z=r,N=o):(Qn(c,j0),z=o,N=r);let H={};for(let g in w){let S=w[g];(S.min!=null||S.max!=null)&&(H[g]={min:S.min,max:S.max},S.min=S.max=null)}let $=i.tzDate||(g=>new Date(fn(g/p))),V=i.fmtDate||pu,ce=p==1?J_($):ex($),Z=rp($,sp(p==1?Z_:Q_,V)),j=ap($,op(nx,V)),ie=[],de=n.legend=ln({},rx,i.legend),ue=n.cursor=ln({},ux,{drag:{y:s==2}},i.cursor),Q=de.show,me=ue.show,xe=de.markers;de.idxs=ie,xe.width=_t(xe.width),xe.dash=_t(xe.dash),xe.stroke=_t(xe.stroke),xe.fill=_t(xe.fill);let Re,be,We,st=[],Ve=[],dt,lt=!1,nt={};if(de.live){let g=y[1]?y[1].values:null;lt=g!=null,dt=lt?g(n,1,0):{_:0};for(let S in dt)nt[S]=lu}if(Q)if(Re=Si("table",l_,c),We=Si("tbody",null,Re),de.mount(n,Re),lt){be=Si("thead",null,Re,We);let g=Si("tr",null,be);Si("th",null,g);for(var Wt in dt)Si("th",Uf,g).textContent=Wt}else Qn(Re,h_),de.live&&Qn(Re,c_);let Ft={show:!0},tn={show:!1};function Pt(g,S){if(S==0&&(lt||!de.live||s==2))return Dr;let C=[],D=Si("tr",u_,We,We.childNodes[S]);Qn(D,g.class),g.show||Qn(D,js);let G=Si("th",null,D);if(xe.show){let fe=di(d_,G);if(S>0){let ye=xe.width(n,S);ye&&(fe.style.border=ye+"px "+xe.dash(n,S)+" "+xe.stroke(n,S)),fe.style.background=xe.fill(n,S)}}let K=di(Uf,G);g.label instanceof HTMLElement?K.appendChild(g.label):K.textContent=g.label,S>0&&(xe.show||(K.style.color=g.width>0?xe.stroke(n,S):xe.fill(n,S)),yt("click",G,fe=>{if(ue._lock)return;Ze(fe);let ye=y.indexOf(g);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let Ne=y.some((Ue,Oe)=>Oe>0&&Oe!=ye&&Ue.show);y.forEach((Ue,Oe)=>{Oe>0&&Ni(Oe,Ne?Oe==ye?Ft:tn:Ft,!0,an.setSeries)})}else Ni(ye,{show:!g.show},!0,an.setSeries)},!1),Je&&yt(Bf,G,fe=>{ue._lock||(Ze(fe),Ni(y.indexOf(g),Er,!0,an.setSeries))},!1));for(var oe in dt){let fe=Si("td",f_,D);fe.textContent="--",C.push(fe)}return[D,C]}let _n=new Map;function yt(g,S,C,D=!0){let G=_n.get(S)||{},K=ue.bind[g](n,S,C,D);K&&(Qs(g,S,G[g]=K),_n.set(S,G))}function un(g,S,C){let D=_n.get(S)||{};for(let G in D)(g==null||G==g)&&(eu(G,S,D[G]),delete D[G]);g==null&&_n.delete(S)}let Yt=0,nn=0,F=0,Pe=0,$e=0,rt=0,we=$e,Lt=rt,Ge=F,qe=Pe,A=0,v=0,W=0,he=0;n.bbox={};let re=!1,_e=!1,ve=!1,ee=!1,ne=!1,pe=!1;function U(g,S,C){(C||g!=n.width||S!=n.height)&&se(g,S),ct(!1),ve=!0,_e=!0,Cn()}function se(g,S){n.width=Yt=F=g,n.height=nn=Pe=S,$e=rt=0,Se(),He();let C=n.bbox;A=C.left=Zs($e*wt,.5),v=C.top=Zs(rt*wt,.5),W=C.width=Zs(F*wt,.5),he=C.height=Zs(Pe*wt,.5)}let te=3;function Ee(){let g=!1,S=0;for(;!g;){S++;let C=vr(S),D=Di(S);g=S==te||C&&D,g||(se(n.width,n.height),_e=!0)}}function ge({width:g,height:S}){U(g,S)}n.setSize=ge;function Se(){let g=!1,S=!1,C=!1,D=!1;R.forEach((G,K)=>{if(G.show&&G._show){let{side:oe,_size:fe}=G,ye=oe%2,Ne=G.label!=null?G.labelSize:0,Ue=fe+Ne;Ue>0&&(ye?(F-=Ue,oe==3?($e+=Ue,D=!0):C=!0):(Pe-=Ue,oe==0?(rt+=Ue,g=!0):S=!0))}}),Ii[0]=g,Ii[1]=C,Ii[2]=S,Ii[3]=D,F-=_i[1]+_i[3],$e+=_i[3],Pe-=_i[2]+_i[0],rt+=_i[0]}function He(){let g=$e+F,S=rt+Pe,C=$e,D=rt;function G(K,oe){switch(K){case 1:return g+=oe,g-oe;case 2:return S+=oe,S-oe;case 3:return C-=oe,C+oe;case 0:return D-=oe,D+oe}}R.forEach((K,oe)=>{if(K.show&&K._show){let fe=K.side;K._pos=G(fe,K._size),K.label!=null&&(K._lpos=G(fe,K.labelSize))}})}if(ue.dataIdx==null){let g=ue.hover,S=g.skip=new Set(g.skip??[]);S.add(void 0);let C=g.prox=_t(g.prox),D=g.bias??=0;ue.dataIdx=(G,K,oe,fe)=>{if(K==0)return oe;let ye=oe,Ne=C(G,K,oe,fe)??Dt,Ue=Ne>=0&&Ne<Dt,Oe=L.ori==0?F:Pe,it=ue.left,bt=e[0],St=e[K];if(S.has(St[oe])){ye=null;let mt=null,Ke=null,Xe;if(D==0||D==-1)for(Xe=oe;mt==null&&Xe-- >0;)S.has(St[Xe])||(mt=Xe);if(D==0||D==1)for(Xe=oe;Ke==null&&Xe++<St.length;)S.has(St[Xe])||(Ke=Xe);if(mt!=null||Ke!=null)if(Ue){let zt=mt==null?-1/0:z(bt[mt],L,Oe,0),Jt=Ke==null?1/0:z(bt[Ke],L,Oe,0),Sn=it-zt,It=Jt-it;Sn<=It?Sn<=Ne&&(ye=mt):It<=Ne&&(ye=Ke)}else ye=Ke==null?mt:mt==null?Ke:oe-mt<=Ke-oe?mt:Ke}else Ue&&pn(it-z(bt[oe],L,Oe,0))>Ne&&(ye=null);return ye}}let Ze=g=>{ue.event=g};ue.idxs=ie,ue._lock=!1;let le=ue.points;le.show=_t(le.show),le.size=_t(le.size),le.stroke=_t(le.stroke),le.width=_t(le.width),le.fill=_t(le.fill);let ke=n.focus=ln({},i.focus||{alpha:.3},ue.focus),Je=ke.prox>=0,Ce=Je&&le.one,at=[],Ot=[],Nn=[];function go(g,S){let C=le.show(n,S);if(C instanceof HTMLElement)return Qn(C,a_),Qn(C,g.class),ki(C,-10,-10,F,Pe),_.insertBefore(C,at[S]),C}function gr(g,S){if(s==1||S>0){let C=s==1&&w[g.scale].time,D=g.value;g.value=C?ep(D)?ap($,op(D,V)):D||j:D||Sx,g.label=g.label||(C?fx:dx)}if(Ce||S>0){g.width=g.width==null?1:g.width,g.paths=g.paths||Ux||E_,g.fillTo=_t(g.fillTo||Tx),g.pxAlign=+Mt(g.pxAlign,M),g.pxRound=gp(g.pxAlign),g.stroke=_t(g.stroke||null),g.fill=_t(g.fill||null),g._stroke=g._fill=g._paths=g._focus=null;let C=Mx(zn(1,g.width),1),D=g.points=ln({},{size:C,width:zn(1,C*.2),stroke:g.stroke,space:C*2,paths:Fx,_stroke:null,_fill:null},g.points);D.show=_t(D.show),D.filter=_t(D.filter),D.fill=_t(D.fill),D.stroke=_t(D.stroke),D.paths=_t(D.paths),D.pxAlign=g.pxAlign}if(Q){let C=Pt(g,S);st.splice(S,0,C[0]),Ve.splice(S,0,C[1]),de.values.push(null)}if(me){ie.splice(S,0,null);let C=null;Ce?S==0&&(C=go(g,S)):S>0&&(C=go(g,S)),at.splice(S,0,C),Ot.splice(S,0,0),Nn.splice(S,0,0)}yn("addSeries",S)}function Eh(g,S){S=S??y.length,g=s==1?ou(g,S,cp,pp):ou(g,S,{},fp),y.splice(S,0,g),gr(y[S],S)}n.addSeries=Eh;function Ra(g){if(y.splice(g,1),Q){de.values.splice(g,1),Ve.splice(g,1);let S=st.splice(g,1)[0];un(null,S.firstChild),S.remove()}me&&(ie.splice(g,1),at.splice(g,1)[0].remove(),Ot.splice(g,1),Nn.splice(g,1)),yn("delSeries",g)}n.delSeries=Ra;let Ii=[!1,!1,!1,!1];function ji(g,S){if(g._show=g.show,g.show){let C=g.side%2,D=w[g.scale];D==null&&(g.scale=C?y[1].scale:T,D=w[g.scale]);let G=D.time;g.size=_t(g.size),g.space=_t(g.space),g.rotate=_t(g.rotate),As(g.incrs)&&g.incrs.forEach(oe=>{!Rs.has(oe)&&Rs.set(oe,Cp(oe))}),g.incrs=_t(g.incrs||(D.distr==2?$_:G?p==1?K_:j_:Js)),g.splits=_t(g.splits||(G&&D.distr==1?ce:D.distr==3?nu:D.distr==4?gx:mx)),g.stroke=_t(g.stroke),g.grid.stroke=_t(g.grid.stroke),g.ticks.stroke=_t(g.ticks.stroke),g.border.stroke=_t(g.border.stroke);let K=g.values;g.values=As(K)&&!As(K[0])?_t(K):G?As(K)?rp($,sp(K,V)):ep(K)?tx($,K):K||Z:K||px,g.filter=_t(g.filter||(D.distr>=3&&D.log==10?vx:D.distr==3&&D.log==2?yx:Ap)),g.font=yp(g.font),g.labelFont=yp(g.labelFont),g._size=g.size(n,null,S,0),g._space=g._rotate=g._incrs=g._found=g._splits=g._values=null,g._size>0&&(Ii[S]=!0,g._el=di(i_,d))}}function Qi(g,S,C,D){let[G,K,oe,fe]=C,ye=S%2,Ne=0;return ye==0&&(fe||K)&&(Ne=S==0&&!G||S==2&&!oe?fn(lp.size/3):0),ye==1&&(G||oe)&&(Ne=S==1&&!K||S==3&&!fe?fn(up.size/2):0),Ne}let _o=n.padding=(i.padding||[Qi,Qi,Qi,Qi]).map(g=>_t(Mt(g,Qi))),_i=n._padding=_o.map((g,S)=>g(n,S,Ii,0)),Kt,Qt=null,en=null,Li=s==1?y[0].idxs:null,Kn=null,_s=!1;function xo(g,S){if(e=g??[],n.data=n._data=e,s==2){Kt=0;for(let C=1;C<y.length;C++)Kt+=e[C][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),Kn=e[0],Kt=Kn.length;let C=e;if(B==2){C=e.slice();let D=C[0]=Array(Kt);for(let G=0;G<Kt;G++)D[G]=G}n._data=e=C}if(ct(!0),yn("setData"),B==2&&(ve=!0),S!==!1){let C=L;C.auto(n,_s)?vo():ys(T,C.min,C.max),ee=ee||ue.left>=0,pe=!0,Cn()}}n.setData=xo;function vo(){_s=!0;let g,S;s==1&&(Kt>0?(Qt=Li[0]=0,en=Li[1]=Kt-1,g=e[0][Qt],S=e[0][en],B==2?(g=Qt,S=en):g==S&&(B==3?[g,S]=il(g,g,L.log,!1):B==4?[g,S]=hu(g,g,L.log,!1):L.time?S=g+fn(86400/p):[g,S]=el(g,S,uu,!0))):(Qt=Li[0]=g=null,en=Li[1]=S=null)),ys(T,g,S)}let _r,xs,xr,b,k,J,q,Y,Te,Ie;function Ae(g,S,C,D,G,K){g??=Of,C??=fu,D??="butt",G??=Of,K??="round",g!=_r&&(u.strokeStyle=_r=g),G!=xs&&(u.fillStyle=xs=G),S!=xr&&(u.lineWidth=xr=S),K!=k&&(u.lineJoin=k=K),D!=J&&(u.lineCap=J=D),C!=b&&u.setLineDash(b=C)}function Le(g,S,C,D){S!=xs&&(u.fillStyle=xs=S),g!=q&&(u.font=q=g),C!=Y&&(u.textAlign=Y=C),D!=Te&&(u.textBaseline=Te=D)}function ze(g,S,C,D,G=0){if(D.length>0&&g.auto(n,_s)&&(S==null||S.min==null)){let K=Mt(Qt,0),oe=Mt(en,D.length-1),fe=C.min==null?v_(D,K,oe,G,g.distr==3):[C.min,C.max];g.min=bi(g.min,C.min=fe[0]),g.max=zn(g.max,C.max=fe[1])}}let Qe={min:null,max:null};function ft(){for(let D in w){let G=w[D];H[D]==null&&(G.min==null||H[T]!=null&&G.auto(n,_s))&&(H[D]=Qe)}for(let D in w){let G=w[D];H[D]==null&&G.from!=null&&H[G.from]!=null&&(H[D]=Qe)}H[T]!=null&&ct(!0);let g={};for(let D in H){let G=H[D];if(G!=null){let K=g[D]=Nr(w[D],R_);if(G.min!=null)ln(K,G);else if(D!=T||s==2)if(Kt==0&&K.from==null){let oe=K.range(n,null,null,D);K.min=oe[0],K.max=oe[1]}else K.min=Dt,K.max=-Dt}}if(Kt>0){y.forEach((D,G)=>{if(s==1){let K=D.scale,oe=H[K];if(oe==null)return;let fe=g[K];if(G==0){let ye=fe.range(n,fe.min,fe.max,K);fe.min=ye[0],fe.max=ye[1],Qt=Mi(fe.min,e[0]),en=Mi(fe.max,e[0]),en-Qt>1&&(e[0][Qt]<fe.min&&Qt++,e[0][en]>fe.max&&en--),D.min=Kn[Qt],D.max=Kn[en]}else D.show&&D.auto&&ze(fe,oe,D,e[G],D.sorted);D.idxs[0]=Qt,D.idxs[1]=en}else if(G>0&&D.show&&D.auto){let[K,oe]=D.facets,fe=K.scale,ye=oe.scale,[Ne,Ue]=e[G],Oe=g[fe],it=g[ye];Oe!=null&&ze(Oe,H[fe],K,Ne,K.sorted),it!=null&&ze(it,H[ye],oe,Ue,oe.sorted),D.min=oe.min,D.max=oe.max}});for(let D in g){let G=g[D],K=H[D];if(G.from==null&&(K==null||K.min==null)){let oe=G.range(n,G.min==Dt?null:G.min,G.max==-Dt?null:G.max,D);G.min=oe[0],G.max=oe[1]}}}for(let D in g){let G=g[D];if(G.from!=null){let K=g[G.from];if(K.min==null)G.min=G.max=null;else{let oe=G.range(n,K.min,K.max,D);G.min=oe[0],G.max=oe[1]}}}let S={},C=!1;for(let D in g){let G=g[D],K=w[D];if(K.min!=G.min||K.max!=G.max){K.min=G.min,K.max=G.max;let oe=K.distr;K._min=oe==3?is(K.min):oe==4?$h(K.min,K.asinh):oe==100?K.fwd(K.min):K.min,K._max=oe==3?is(K.max):oe==4?$h(K.max,K.asinh):oe==100?K.fwd(K.max):K.max,S[D]=C=!0}}if(C){y.forEach((D,G)=>{s==2?G>0&&S.y&&(D._paths=null):S[D.scale]&&(D._paths=null)});for(let D in S)ve=!0,yn("setScale",D);me&&ue.left>=0&&(ee=pe=!0)}for(let D in H)H[D]=null}function Be(g){let S=tu(Qt-1,0,Kt-1),C=tu(en+1,0,Kt-1);for(;g[S]==null&&S>0;)S--;for(;g[C]==null&&C<Kt-1;)C++;return[S,C]}function pt(){if(Kt>0){let g=y.some(S=>S._focus)&&Ie!=ke.alpha;g&&(u.globalAlpha=Ie=ke.alpha),y.forEach((S,C)=>{if(C>0&&S.show&&($t(C,!1),$t(C,!0),S._paths==null)){let D=Ie;Ie!=S.alpha&&(u.globalAlpha=Ie=S.alpha);let G=s==2?[0,e[C][0].length-1]:Be(e[C]);S._paths=S.paths(n,C,G[0],G[1]),Ie!=D&&(u.globalAlpha=Ie=D)}}),y.forEach((S,C)=>{if(C>0&&S.show){let D=Ie;Ie!=S.alpha&&(u.globalAlpha=Ie=S.alpha),S._paths!=null&&At(C,!1);{let G=S._paths!=null?S._paths.gaps:null,K=S.points.show(n,C,Qt,en,G),oe=S.points.filter(n,C,K,G);(K||oe)&&(S.points._paths=S.points.paths(n,C,Qt,en,oe),At(C,!0))}Ie!=D&&(u.globalAlpha=Ie=D),yn("drawSeries",C)}}),g&&(u.globalAlpha=Ie=1)}}function $t(g,S){let C=S?y[g].points:y[g];C._stroke=C.stroke(n,g),C._fill=C.fill(n,g)}function At(g,S){let C=S?y[g].points:y[g],{stroke:D,fill:G,clip:K,flags:oe,_stroke:fe=C._stroke,_fill:ye=C._fill,_width:Ne=C.width}=C._paths;Ne=Nt(Ne*wt,3);let Ue=null,Oe=Ne%2/2;S&&ye==null&&(ye=Ne>0?"#fff":fe);let it=C.pxAlign==1&&Oe>0;if(it&&u.translate(Oe,Oe),!S){let bt=A-Ne/2,St=v-Ne/2,mt=W+Ne,Ke=he+Ne;Ue=new Path2D,Ue.rect(bt,St,mt,Ke)}S?Fe(fe,Ne,C.dash,C.cap,ye,D,G,oe,K):Rt(g,fe,Ne,C.dash,C.cap,ye,D,G,oe,Ue,K),it&&u.translate(-Oe,-Oe)}function Rt(g,S,C,D,G,K,oe,fe,ye,Ne,Ue){let Oe=!1;ye!=0&&P.forEach((it,bt)=>{if(it.series[0]==g){let St=y[it.series[1]],mt=e[it.series[1]],Ke=(St._paths||Lo).band;As(Ke)&&(Ke=it.dir==1?Ke[0]:Ke[1]);let Xe,zt=null;St.show&&Ke&&S_(mt,Qt,en)?(zt=it.fill(n,bt)||K,Xe=St._paths.clip):Ke=null,Fe(S,C,D,G,zt,oe,fe,ye,Ne,Ue,Xe,Ke),Oe=!0}}),Oe||Fe(S,C,D,G,K,oe,fe,ye,Ne,Ue)}let dn=Ur|su;function Fe(g,S,C,D,G,K,oe,fe,ye,Ne,Ue,Oe){Ae(g,S,C,D,G),(ye||Ne||Oe)&&(u.save(),ye&&u.clip(ye),Ne&&u.clip(Ne)),Oe?(fe&dn)==dn?(u.clip(Oe),Ue&&u.clip(Ue),gt(G,oe),sn(g,K,S)):fe&su?(gt(G,oe),u.clip(Oe),sn(g,K,S)):fe&Ur&&(u.save(),u.clip(Oe),Ue&&u.clip(Ue),gt(G,oe),u.restore(),sn(g,K,S)):(gt(G,oe),sn(g,K,S)),(ye||Ne||Oe)&&u.restore()}function sn(g,S,C){C>0&&(S instanceof Map?S.forEach((D,G)=>{u.strokeStyle=_r=G,u.stroke(D)}):S!=null&&g&&u.stroke(S))}function gt(g,S){S instanceof Map?S.forEach((C,D)=>{u.fillStyle=xs=D,u.fill(C)}):S!=null&&g&&u.fill(S)}function es(g,S,C,D){let G=R[g],K;if(D<=0)K=[0,0];else{let oe=G._space=G.space(n,g,S,C,D),fe=G._incrs=G.incrs(n,g,S,C,D,oe);K=Vx(S,C,fe,D,oe)}return G._found=K}function rn(g,S,C,D,G,K,oe,fe,ye,Ne){let Ue=oe%2/2;M==1&&u.translate(Ue,Ue),Ae(fe,oe,ye,Ne,fe),u.beginPath();let Oe,it,bt,St,mt=G+(D==0||D==3?-K:K);C==0?(it=G,St=mt):(Oe=G,bt=mt);for(let Ke=0;Ke<g.length;Ke++)S[Ke]!=null&&(C==0?Oe=bt=g[Ke]:it=St=g[Ke],u.moveTo(Oe,it),u.lineTo(bt,St));u.stroke(),M==1&&u.translate(-Ue,-Ue)}function vr(g){let S=!0;return R.forEach((C,D)=>{if(!C.show)return;let G=w[C.scale];if(G.min==null){C._show&&(S=!1,C._show=!1,ct(!1));return}else C._show||(S=!1,C._show=!0,ct(!1));let K=C.side,oe=K%2,{min:fe,max:ye}=G,[Ne,Ue]=es(D,fe,ye,oe==0?F:Pe);if(Ue==0)return;let Oe=G.distr==2,it=C._splits=C.splits(n,D,fe,ye,Ne,Ue,Oe),bt=G.distr==2?it.map(Xe=>Kn[Xe]):it,St=G.distr==2?Kn[it[1]]-Kn[it[0]]:Ne,mt=C._values=C.values(n,C.filter(n,bt,D,Ue,St),D,Ue,St);C._rotate=K==2?C.rotate(n,mt,D,Ue):0;let Ke=C._size;C._size=fi(C.size(n,mt,D,g)),Ke!=null&&C._size!=Ke&&(S=!1)}),S}function Di(g){let S=!0;return _o.forEach((C,D)=>{let G=C(n,D,Ii,g);G!=_i[D]&&(S=!1),_i[D]=G}),S}function ts(){for(let g=0;g<R.length;g++){let S=R[g];if(!S.show||!S._show)continue;let C=S.side,D=C%2,G,K,oe=S.stroke(n,g),fe=C==0||C==3?-1:1,[ye,Ne]=S._found;if(S.label!=null){let On=S.labelGap*fe,jn=fn((S._lpos+On)*wt);Le(S.labelFont[0],oe,"center",C==2?"top":Ff),u.save(),D==1?(G=K=0,u.translate(jn,fn(v+he/2)),u.rotate((C==3?-ja:ja)/2)):(G=fn(A+W/2),K=jn);let qs=Ep(S.label)?S.label(n,g,ye,Ne):S.label;u.fillText(qs,G,K),u.restore()}if(Ne==0)continue;let Ue=w[S.scale],Oe=D==0?W:he,it=D==0?A:v,bt=S._splits,St=Ue.distr==2?bt.map(On=>Kn[On]):bt,mt=Ue.distr==2?Kn[bt[1]]-Kn[bt[0]]:ye,Ke=S.ticks,Xe=S.border,zt=Ke.show?Ke.size:0,Jt=fn(zt*wt),Sn=fn((S.alignTo==2?S._size-zt-S.gap:S.gap)*wt),It=S._rotate*-ja/180,jt=m(S._pos*wt),Zn=(Jt+Sn)*fe,Fn=jt+Zn;K=D==0?Fn:0,G=D==1?Fn:0;let li=S.font[0],xi=S.align==1?Cr:S.align==2?Wh:It>0?Cr:It<0?Wh:D==0?"center":C==3?Wh:Cr,Fi=It||D==1?"middle":C==2?"top":Ff;Le(li,oe,xi,Fi);let Jn=S.font[1]*S.lineGap,ci=bt.map(On=>m(a(On,Ue,Oe,it))),vi=S._values;for(let On=0;On<vi.length;On++){let jn=vi[On];if(jn!=null){D==0?G=ci[On]:K=ci[On],jn=""+jn;let qs=jn.indexOf(`
`)==-1?[jn]:jn.split(/\n/gm);for(let kn=0;kn<qs.length;kn++){let hf=qs[kn];It?(u.save(),u.translate(G,K+kn*Jn),u.rotate(It),u.fillText(hf,0,0),u.restore()):u.fillText(hf,G,K+kn*Jn)}}}Ke.show&&rn(ci,Ke.filter(n,St,g,Ne,mt),D,C,jt,Jt,Nt(Ke.width*wt,3),Ke.stroke(n,g),Ke.dash,Ke.cap);let Oi=S.grid;Oi.show&&rn(ci,Oi.filter(n,St,g,Ne,mt),D,D==0?2:1,D==0?v:A,D==0?he:W,Nt(Oi.width*wt,3),Oi.stroke(n,g),Oi.dash,Oi.cap),Xe.show&&rn([jt],[1],D==0?1:0,D==0?1:2,D==1?v:A,D==1?he:W,Nt(Xe.width*wt,3),Xe.stroke(n,g),Xe.dash,Xe.cap)}yn("drawAxes")}function ct(g){y.forEach((S,C)=>{C>0&&(S._paths=null,g&&(s==1?(S.min=null,S.max=null):S.facets.forEach(D=>{D.min=null,D.max=null})))})}let Zt=!1,Un=!1,Ct=[];function on(){Un=!1;for(let g=0;g<Ct.length;g++)yn(...Ct[g]);Ct.length=0}function Cn(){Zt||(U_(Xd),Zt=!0)}function Ca(g,S=!1){Zt=!0,Un=S,g(n),Xd(),S&&Ct.length>0&&queueMicrotask(on)}n.batch=Ca;function Xd(){if(re&&(ft(),re=!1),ve&&(Ee(),ve=!1),_e){if(Gt(f,Cr,$e),Gt(f,"top",rt),Gt(f,Ro,F),Gt(f,Co,Pe),Gt(_,Cr,$e),Gt(_,"top",rt),Gt(_,Ro,F),Gt(_,Co,Pe),Gt(d,Ro,Yt),Gt(d,Co,nn),h.width=fn(Yt*wt),h.height=fn(nn*wt),R.forEach(({_el:g,_show:S,_size:C,_pos:D,side:G})=>{if(g!=null)if(S){let K=G===3||G===0?C:0,oe=G%2==1;Gt(g,oe?"left":"top",D-K),Gt(g,oe?"width":"height",C),Gt(g,oe?"top":"left",oe?rt:$e),Gt(g,oe?"height":"width",oe?Pe:F),Qh(g,js)}else Qn(g,js)}),_r=xs=xr=k=J=q=Y=Te=b=null,Ie=1,Mo(!0),$e!=we||rt!=Lt||F!=Ge||Pe!=qe){ct(!1);let g=F/Ge,S=Pe/qe;if(me&&!ee&&ue.left>=0){ue.left*=g,ue.top*=S,yr&&ki(yr,fn(ue.left),0,F,Pe),Sr&&ki(Sr,0,fn(ue.top),F,Pe);for(let C=0;C<at.length;C++){let D=at[C];D!=null&&(Ot[C]*=g,Nn[C]*=S,ki(D,fi(Ot[C]),fi(Nn[C]),F,Pe))}}if(Bt.show&&!ne&&Bt.left>=0&&Bt.width>0){Bt.left*=g,Bt.width*=g,Bt.top*=S,Bt.height*=S;for(let C in Ih)Gt(wr,C,Bt[C])}we=$e,Lt=rt,Ge=F,qe=Pe}yn("setSize"),_e=!1}Yt>0&&nn>0&&(u.clearRect(0,0,h.width,h.height),yn("drawClear"),E.forEach(g=>g()),yn("draw")),Bt.show&&ne&&(Pa(Bt),ne=!1),me&&ee&&(Xs(null,!0,!1),ee=!1),de.show&&de.live&&pe&&(Ch(),pe=!1),l||(l=!0,n.status=1,yn("ready")),_s=!1,Zt=!1}n.redraw=(g,S)=>{ve=S||!1,g!==!1?ys(T,L.min,L.max):Cn()};function Th(g,S){let C=w[g];if(C.from==null){if(Kt==0){let D=C.range(n,S.min,S.max,g);S.min=D[0],S.max=D[1]}if(S.min>S.max){let D=S.min;S.min=S.max,S.max=D}if(Kt>1&&S.min!=null&&S.max!=null&&S.max-S.min<1e-16)return;g==T&&C.distr==2&&Kt>0&&(S.min=Mi(S.min,e[0]),S.max=Mi(S.max,e[0]),S.min==S.max&&S.max++),H[g]=S,re=!0,Cn()}}n.setScale=Th;let Ah,Rh,yr,Sr,qd,$d,Mr,br,Yd,Kd,kt,Xt,vs=!1,Tn=ue.drag,xn=Tn.x,vn=Tn.y;me&&(ue.x&&(Ah=di(r_,_)),ue.y&&(Rh=di(o_,_)),L.ori==0?(yr=Ah,Sr=Rh):(yr=Rh,Sr=Ah),kt=ue.left,Xt=ue.top);let Bt=n.select=ln({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),wr=Bt.show?di(s_,Bt.over?_:f):null;function Pa(g,S){if(Bt.show){for(let C in g)Bt[C]=g[C],C in Ih&&Gt(wr,C,g[C]);S!==!1&&yn("setSelect")}}n.setSelect=Pa;function p0(g){if(y[g].show)Q&&Qh(st[g],js);else if(Q&&Qn(st[g],js),me){let C=Ce?at[0]:at[g];C!=null&&ki(C,-10,-10,F,Pe)}}function ys(g,S,C){Th(g,{min:S,max:C})}function Ni(g,S,C,D){S.focus!=null&&v0(g),S.show!=null&&y.forEach((G,K)=>{K>0&&(g==K||g==null)&&(G.show=S.show,p0(K),s==2?(ys(G.facets[0].scale,null,null),ys(G.facets[1].scale,null,null)):ys(G.scale,null,null),Cn())}),C!==!1&&yn("setSeries",g,S),D&&bo("setSeries",n,g,S)}n.setSeries=Ni;function m0(g,S){ln(P[g],S)}function g0(g,S){g.fill=_t(g.fill||null),g.dir=Mt(g.dir,-1),S=S??P.length,P.splice(S,0,g)}function _0(g){g==null?P.length=0:P.splice(g,1)}n.addBand=g0,n.setBand=m0,n.delBand=_0;function x0(g,S){y[g].alpha=S,me&&at[g]!=null&&(at[g].style.opacity=S),Q&&st[g]&&(st[g].style.opacity=S)}let ns,Ss,Ws,Er={focus:!0};function v0(g){if(g!=Ws){let S=g==null,C=ke.alpha!=1;y.forEach((D,G)=>{if(s==1||G>0){let K=S||G==0||G==g;D._focus=S?null:K,C&&x0(G,K?1:ke.alpha)}}),Ws=g,C&&Cn()}}Q&&Je&&yt(zf,Re,g=>{ue._lock||(Ze(g),Ws!=null&&Ni(null,Er,!0,an.setSeries))});function Ui(g,S,C){let D=w[S];C&&(g=g/wt-(D.ori==1?rt:$e));let G=F;D.ori==1&&(G=Pe,g=G-g),D.dir==-1&&(g=G-g);let K=D._min,oe=D._max,fe=g/G,ye=K+(oe-K)*fe,Ne=D.distr;return Ne==3?Lr(10,ye):Ne==4?b_(ye,D.asinh):Ne==100?D.bwd(ye):ye}function y0(g,S){let C=Ui(g,T,S);return Mi(C,e[0],Qt,en)}n.valToIdx=g=>Mi(g,e[0]),n.posToIdx=y0,n.posToVal=Ui,n.valToPos=(g,S,C)=>w[S].ori==0?r(g,w[S],C?W:F,C?A:0):o(g,w[S],C?he:Pe,C?v:0),n.setCursor=(g,S,C)=>{kt=g.left,Xt=g.top,Xs(null,S,C)};function Zd(g,S){Gt(wr,Cr,Bt.left=g),Gt(wr,Ro,Bt.width=S)}function Jd(g,S){Gt(wr,"top",Bt.top=g),Gt(wr,Co,Bt.height=S)}let yo=L.ori==0?Zd:Jd,So=L.ori==1?Zd:Jd;function S0(){if(Q&&de.live)for(let g=s==2?1:0;g<y.length;g++){if(g==0&&lt)continue;let S=de.values[g],C=0;for(let D in S)Ve[g][C++].firstChild.nodeValue=S[D]}}function Ch(g,S){if(g!=null&&(g.idxs?g.idxs.forEach((C,D)=>{ie[D]=C}):A_(g.idx)||ie.fill(g.idx),de.idx=ie[0]),Q&&de.live){for(let C=0;C<y.length;C++)(C>0||s==1&&!lt)&&M0(C,ie[C]);S0()}pe=!1,S!==!1&&yn("setLegend")}n.setLegend=Ch;function M0(g,S){let C=y[g],D=g==0&&B==2?Kn:e[g],G;lt?G=C.values(n,g,S)??nt:(G=C.value(n,S==null?null:D[S],g,S),G=G==null?nt:{_:G}),de.values[g]=G}function Xs(g,S,C){Yd=kt,Kd=Xt,[kt,Xt]=ue.move(n,kt,Xt),ue.left=kt,ue.top=Xt,me&&(yr&&ki(yr,fn(kt),0,F,Pe),Sr&&ki(Sr,0,fn(Xt),F,Pe));let D,G=Qt>en;ns=Dt,Ss=null;let K=L.ori==0?F:Pe,oe=L.ori==1?F:Pe;if(kt<0||Kt==0||G){D=ue.idx=null;for(let fe=0;fe<y.length;fe++){let ye=at[fe];ye!=null&&ki(ye,-10,-10,F,Pe)}Je&&Ni(null,Er,!0,g==null&&an.setSeries),de.live&&(ie.fill(D),pe=!0)}else{let fe,ye,Ne;s==1&&(fe=L.ori==0?kt:Xt,ye=Ui(fe,T),D=ue.idx=Mi(ye,e[0],Qt,en),Ne=z(e[0][D],L,K,0));let Ue=-10,Oe=-10,it=0,bt=0,St=!0,mt="",Ke="";for(let Xe=s==2?1:0;Xe<y.length;Xe++){let zt=y[Xe],Jt=ie[Xe],Sn=Jt==null?null:s==1?e[Xe][Jt]:e[Xe][1][Jt],It=ue.dataIdx(n,Xe,D,ye),jt=It==null?null:s==1?e[Xe][It]:e[Xe][1][It];if(pe=pe||jt!=Sn||It!=Jt,ie[Xe]=It,Xe>0&&zt.show){let Zn=It==null?-10:It==D?Ne:z(s==1?e[0][It]:e[Xe][0][It],L,K,0),Fn=jt==null?-10:N(jt,s==1?w[zt.scale]:w[zt.facets[1].scale],oe,0);if(Je&&jt!=null){let li=L.ori==1?kt:Xt,xi=pn(ke.dist(n,Xe,It,Fn,li));if(xi<ns){let Fi=ke.bias;if(Fi!=0){let Jn=Ui(li,zt.scale),ci=jt>=0?1:-1,vi=Jn>=0?1:-1;vi==ci&&(vi==1?Fi==1?jt>=Jn:jt<=Jn:Fi==1?jt<=Jn:jt>=Jn)&&(ns=xi,Ss=Xe)}else ns=xi,Ss=Xe}}if(pe||Ce){let li,xi;L.ori==0?(li=Zn,xi=Fn):(li=Fn,xi=Zn);let Fi,Jn,ci,vi,Oi,On,jn=!0,qs=le.bbox;if(qs!=null){jn=!1;let kn=qs(n,Xe);ci=kn.left,vi=kn.top,Fi=kn.width,Jn=kn.height}else ci=li,vi=xi,Fi=Jn=le.size(n,Xe);if(On=le.fill(n,Xe),Oi=le.stroke(n,Xe),Ce)Xe==Ss&&ns<=ke.prox&&(Ue=ci,Oe=vi,it=Fi,bt=Jn,St=jn,mt=On,Ke=Oi);else{let kn=at[Xe];kn!=null&&(Ot[Xe]=ci,Nn[Xe]=vi,$f(kn,Fi,Jn,jn),Xf(kn,On,Oi),ki(kn,fi(ci),fi(vi),F,Pe))}}}}if(Ce){let Xe=ke.prox,zt=Ws==null?ns<=Xe:ns>Xe||Ss!=Ws;if(pe||zt){let Jt=at[0];Jt!=null&&(Ot[0]=Ue,Nn[0]=Oe,$f(Jt,it,bt,St),Xf(Jt,mt,Ke),ki(Jt,fi(Ue),fi(Oe),F,Pe))}}}if(Bt.show&&vs)if(g!=null){let[fe,ye]=an.scales,[Ne,Ue]=an.match,[Oe,it]=g.cursor.sync.scales,bt=g.cursor.drag;if(xn=bt._x,vn=bt._y,xn||vn){let{left:St,top:mt,width:Ke,height:Xe}=g.select,zt=g.scales[Oe].ori,Jt=g.posToVal,Sn,It,jt,Zn,Fn,li=fe!=null&&Ne(fe,Oe),xi=ye!=null&&Ue(ye,it);li&&xn?(zt==0?(Sn=St,It=Ke):(Sn=mt,It=Xe),jt=w[fe],Zn=z(Jt(Sn,Oe),jt,K,0),Fn=z(Jt(Sn+It,Oe),jt,K,0),yo(bi(Zn,Fn),pn(Fn-Zn))):yo(0,K),xi&&vn?(zt==1?(Sn=St,It=Ke):(Sn=mt,It=Xe),jt=w[ye],Zn=N(Jt(Sn,it),jt,oe,0),Fn=N(Jt(Sn+It,it),jt,oe,0),So(bi(Zn,Fn),pn(Fn-Zn))):So(0,oe)}else Lh()}else{let fe=pn(Yd-qd),ye=pn(Kd-$d);if(L.ori==1){let it=fe;fe=ye,ye=it}xn=Tn.x&&fe>=Tn.dist,vn=Tn.y&&ye>=Tn.dist;let Ne=Tn.uni;Ne!=null?xn&&vn&&(xn=fe>=Ne,vn=ye>=Ne,!xn&&!vn&&(ye>fe?vn=!0:xn=!0)):Tn.x&&Tn.y&&(xn||vn)&&(xn=vn=!0);let Ue,Oe;xn&&(L.ori==0?(Ue=Mr,Oe=kt):(Ue=br,Oe=Xt),yo(bi(Ue,Oe),pn(Oe-Ue)),vn||So(0,oe)),vn&&(L.ori==1?(Ue=Mr,Oe=kt):(Ue=br,Oe=Xt),So(bi(Ue,Oe),pn(Oe-Ue)),xn||yo(0,K)),!xn&&!vn&&(yo(0,0),So(0,0))}if(Tn._x=xn,Tn._y=vn,g==null){if(C){if(cf!=null){let[fe,ye]=an.scales;an.values[0]=fe!=null?Ui(L.ori==0?kt:Xt,fe):null,an.values[1]=ye!=null?Ui(L.ori==1?kt:Xt,ye):null}bo(Xh,n,kt,Xt,F,Pe,D)}if(Je){let fe=C&&an.setSeries,ye=ke.prox;Ws==null?ns<=ye&&Ni(Ss,Er,!0,fe):ns>ye?Ni(null,Er,!0,fe):Ss!=Ws&&Ni(Ss,Er,!0,fe)}}pe&&(de.idx=D,Ch()),S!==!1&&yn("setCursor")}let Ms=null;Object.defineProperty(n,"rect",{get(){return Ms==null&&Mo(!1),Ms}});function Mo(g=!1){g?Ms=null:(Ms=_.getBoundingClientRect(),yn("syncRect",Ms))}function jd(g,S,C,D,G,K,oe){ue._lock||vs&&g!=null&&g.movementX==0&&g.movementY==0||(Ph(g,S,C,D,G,K,oe,!1,g!=null),g!=null?Xs(null,!0,!0):Xs(S,!0,!1))}function Ph(g,S,C,D,G,K,oe,fe,ye){if(Ms==null&&Mo(!1),Ze(g),g!=null)C=g.clientX-Ms.left,D=g.clientY-Ms.top;else{if(C<0||D<0){kt=-10,Xt=-10;return}let[Ne,Ue]=an.scales,Oe=S.cursor.sync,[it,bt]=Oe.values,[St,mt]=Oe.scales,[Ke,Xe]=an.match,zt=S.axes[0].side%2==1,Jt=L.ori==0?F:Pe,Sn=L.ori==1?F:Pe,It=zt?K:G,jt=zt?G:K,Zn=zt?D:C,Fn=zt?C:D;if(St!=null?C=Ke(Ne,St)?a(it,w[Ne],Jt,0):-10:C=Jt*(Zn/It),mt!=null?D=Xe(Ue,mt)?a(bt,w[Ue],Sn,0):-10:D=Sn*(Fn/jt),L.ori==1){let li=C;C=D,D=li}}ye&&(S==null||S.cursor.event.type==Xh)&&((C<=1||C>=F-1)&&(C=Zs(C,F)),(D<=1||D>=Pe-1)&&(D=Zs(D,Pe))),fe?(qd=C,$d=D,[Mr,br]=ue.move(n,C,D)):(kt=C,Xt=D)}let Ih={width:0,height:0,left:0,top:0};function Lh(){Pa(Ih,!1)}let Qd,ef,tf,nf;function sf(g,S,C,D,G,K,oe){vs=!0,xn=vn=Tn._x=Tn._y=!1,Ph(g,S,C,D,G,K,oe,!0,!1),g!=null&&(yt(qh,Jh,rf,!1),bo(kf,n,Mr,br,F,Pe,null));let{left:fe,top:ye,width:Ne,height:Ue}=Bt;Qd=fe,ef=ye,tf=Ne,nf=Ue}function rf(g,S,C,D,G,K,oe){vs=Tn._x=Tn._y=!1,Ph(g,S,C,D,G,K,oe,!1,!0);let{left:fe,top:ye,width:Ne,height:Ue}=Bt,Oe=Ne>0||Ue>0,it=Qd!=fe||ef!=ye||tf!=Ne||nf!=Ue;if(Oe&&it&&Pa(Bt),Tn.setScale&&Oe&&it){let bt=fe,St=Ne,mt=ye,Ke=Ue;if(L.ori==1&&(bt=ye,St=Ue,mt=fe,Ke=Ne),xn&&ys(T,Ui(bt,T),Ui(bt+St,T)),vn)for(let Xe in w){let zt=w[Xe];Xe!=T&&zt.from==null&&zt.min!=Dt&&ys(Xe,Ui(mt+Ke,Xe),Ui(mt,Xe))}Lh()}else ue.lock&&(ue._lock=!ue._lock,Xs(S,!0,g!=null));g!=null&&(un(qh,Jh),bo(qh,n,kt,Xt,F,Pe,null))}function b0(g,S,C,D,G,K,oe){if(ue._lock)return;Ze(g);let fe=vs;if(vs){let ye=!0,Ne=!0,Ue=10,Oe,it;L.ori==0?(Oe=xn,it=vn):(Oe=vn,it=xn),Oe&&it&&(ye=kt<=Ue||kt>=F-Ue,Ne=Xt<=Ue||Xt>=Pe-Ue),Oe&&ye&&(kt=kt<Mr?0:F),it&&Ne&&(Xt=Xt<br?0:Pe),Xs(null,!0,!0),vs=!1}kt=-10,Xt=-10,ie.fill(null),Xs(null,!0,!0),fe&&(vs=fe)}function of(g,S,C,D,G,K,oe){ue._lock||(Ze(g),vo(),Lh(),g!=null&&bo(Gf,n,kt,Xt,F,Pe,null))}function af(){R.forEach(Hx),U(n.width,n.height,!0)}Qs(Qa,Ir,af);let Tr={};Tr.mousedown=sf,Tr.mousemove=jd,Tr.mouseup=rf,Tr.dblclick=of,Tr.setSeries=(g,S,C,D)=>{let G=an.match[2];C=G(n,S,C),C!=-1&&Ni(C,D,!0,!1)},me&&(yt(kf,_,sf),yt(Xh,_,jd),yt(Bf,_,g=>{Ze(g),Mo(!1)}),yt(zf,_,b0),yt(Gf,_,of),ru.add(n),n.syncRect=Mo);let Ia=n.hooks=i.hooks||{};function yn(g,S,C){Un?Ct.push([g,S,C]):g in Ia&&Ia[g].forEach(D=>{D.call(null,n,S,C)})}(i.plugins||[]).forEach(g=>{for(let S in g.hooks)Ia[S]=(Ia[S]||[]).concat(g.hooks[S])});let lf=(g,S,C)=>C,an=ln({key:null,setSeries:!1,filters:{pub:jf,sub:jf},scales:[T,y[1]?y[1].scale:null],match:[Qf,Qf,lf],values:[null,null]},ue.sync);an.match.length==2&&an.match.push(lf),ue.sync=an;let cf=an.key,Dh=Kp(cf);function bo(g,S,C,D,G,K,oe){an.filters.pub(g,S,C,D,G,K,oe)&&Dh.pub(g,S,C,D,G,K,oe)}Dh.sub(n);function w0(g,S,C,D,G,K,oe){an.filters.sub(g,S,C,D,G,K,oe)&&Tr[g](null,S,C,D,G,K,oe)}n.pub=w0;function E0(){Dh.unsub(n),ru.delete(n),_n.clear(),eu(Qa,Ir,af),c.remove(),Re?.remove(),yn("destroy")}n.destroy=E0;function Nh(){yn("init",i,e),xo(e||i.data,!1),H[T]?Th(T,H[T]):vo(),ne=Bt.show&&(Bt.width>0||Bt.height>0),ee=pe=!0,U(i.width,i.height)}return y.forEach(gr),R.forEach(ji),t?t instanceof HTMLElement?(t.appendChild(c),Nh()):t(n,Nh):Nh(),n}An.assign=ln;An.fmtNum=du;An.rangeNum=el;An.rangeLog=il;An.rangeAsinh=hu;An.orient=tr;An.pxRatio=wt;An.join=N_;An.fmtDate=pu,An.tzDate=X_;An.sync=Kp;{An.addGap=Ax,An.clipGaps=ol;let i=An.paths={points:tm};i.linear=im,i.stepped=Px,i.bars=Ix,i.spline=Dx}var No=class{t=new Float64Array(4096);v=new Float64Array(4096);head=0;length=0;add(e,t){this.length>0&&e<=this.time(this.length-1)&&this.forget(e),this.length===this.t.length&&this.length<131072&&this.grow();let n=this.head++&this.t.length-1;this.t[n]=e,this.v[n]=t??NaN,this.length<this.t.length&&this.length++}forget(e){for(;this.length>0&&this.time(this.length-1)>=e;)this.head--,this.length--}time(e){return this.t[this.head-this.length+e&this.t.length-1]}value(e){return this.v[this.head-this.length+e&this.t.length-1]}from(e){let t=0,n=this.length;for(;t<n;){let s=t+n>>1;this.time(s)<e?t=s+1:n=s}return t}at(e){let t=this.from(e+1e-9)-1;return t>=0?this.value(t):void 0}grow(){let e=this.length,t=new Float64Array(2*e),n=new Float64Array(2*e);for(let s=0;s<e;s++)t[s]=this.time(s),n[s]=this.value(s);this.t=t,this.v=n,this.head=e}},Uo=class{constructor(e){this.rings=e;this.y=e.map(()=>[])}rings;x=[];y;fill(e,t,n){let s=(t-e)/Math.max(n,1),r=Math.floor(e/s)-1,o=Math.ceil(n)+3;this.x.length=2*o;for(let a=0;a<o;a++)this.x[2*a]=(r+a+.25)*s,this.x[2*a+1]=(r+a+.75)*s;this.rings.forEach((a,l)=>this.reduce(a,this.y[l],r,s,o))}reduce(e,t,n,s,r){t.length=2*r,t.fill(void 0);let o=Math.max(e.from(n*s)-1,0);for(;o<e.length;){let a=Math.max(Math.floor(e.time(o)/s)-n,0);if(a>=r){t[2*r-1]=Wx(e.value(o));return}let l=(n+a+1)*s,c=NaN,h=NaN,u=!0,d=!1;for(;o<e.length&&(e.time(o)<l||a===0&&e.time(o)<n*s);o++){let f=e.value(o);f!==f?d=!0:c!==c?c=h=f:f<c?(c=f,u=!1):f>h&&(h=f,u=!0)}c!==c?t[2*a]=d?null:void 0:c===h?t[2*a]=c:[t[2*a],t[2*a+1]]=u?[c,h]:[h,c],o<e.length&&Math.floor(e.time(o)/s)-n<=a&&o++}}};function Wx(i){return i===i?i:null}var hl=["--s0","--s1","--s2","--s3","--s4","--s5","--s6","--s7"],Fo="text/x-sinew-column",ul=class{constructor(e,t){this.spec=e;this.owner=t;this.title.addEventListener("click",()=>t.choose(this)),this.figure=ae("figure",{class:"plot"},ae("figcaption",{},this.title,this.list,Pn("close",`remove the plot ${e.title}`,()=>t.removeChart(this),{class:"quiet small"})),this.box),new ResizeObserver(()=>this.u?.setSize(this.size())).observe(this.box),new IntersectionObserver(n=>{this.visible=n[n.length-1].isIntersecting}).observe(this.figure),this.figure.addEventListener("dragover",n=>{n.dataTransfer?.types.includes(Fo)&&n.preventDefault()}),this.figure.addEventListener("drop",n=>{n.preventDefault(),t.drop(this,n.dataTransfer?.getData(Fo)??"")}),this.box.addEventListener("dblclick",()=>t.follow())}spec;owner;figure;series=[];visible=!0;box=ae("div",{role:"img",class:"chart"});list=ae("div",{class:"values"});title=ae("button",{class:"plot-title",type:"button",title:"new columns go into this plot"});values=[];items=[];columns=new Uo([]);u;add(e){this.series.push(e),this.make()}remove(e){this.series=this.series.filter(t=>t!==e),this.make()}chosen(e){this.figure.classList.toggle("chosen",e),this.title.setAttribute("aria-pressed",String(e))}destroy(){this.u?.destroy(),this.u=void 0,this.figure.remove()}size(){return{width:Math.max(this.box.clientWidth,60),height:Math.max(this.box.clientHeight,60)}}make(){this.u?.destroy();let{spec:e}=this,t=e.unit?`${e.title} [${e.unit}]`:e.title;this.title.textContent=t,this.box.setAttribute("aria-label",`plot of ${e.title} over time: ${this.series.map(a=>a.name).join(", ")}`),this.legend(),this.columns=new Uo(this.series.map(a=>a.ring));let n=Ys("--soft"),s=Ys("--grid"),r={stroke:n,grid:{stroke:s,width:1},ticks:{stroke:s,width:1,size:4},font:"11px system-ui, sans-serif",gap:3},o=e.limits.map(a=>a.value);this.u=new An({...this.size(),legend:{show:!1},pxAlign:0,padding:[6,8,0,0],cursor:{y:!1,sync:{key:"time"},points:{show:!1},drag:{x:!0,y:!1,setScale:!1}},scales:{x:{time:!1,range:()=>this.owner.span()},y:{range:(a,l,c)=>qx(l,c,o)}},axes:[{...r,size:22},{...r,size:48}],series:[{},...this.series.map((a,l)=>({label:a.name,stroke:Ys(hl[l%hl.length]),width:1,points:{show:!1}}))],hooks:{draw:[a=>$x(a,e.limits)],setSelect:[a=>this.selected(a)],setCursor:[()=>this.read()]}},[[],...this.series.map(()=>[])],this.box),this.draw()}selected(e){if(e.select.width<4)return;let t=e.posToVal(e.select.left,"x"),n=e.posToVal(e.select.left+e.select.width,"x");e.setSelect({left:0,top:0,width:0,height:0},!1),this.owner.zoom(t,n)}legend(){this.values=[],this.items=this.series.map((e,t)=>{let n=ae("span",{class:"value"});this.values.push(n);let s=ae("span",{"data-plot":e.name,title:e.name,draggable:e.topic!==void 0},ae("b",{style:`background:var(${hl[t%hl.length]})`}),`${e.column??e.name} `,n,this.series.length>1&&Pn("close",`remove ${e.name} from the plot`,()=>this.owner.removeSeries(this,e),{class:"quiet tiny"}));return s.addEventListener("dragstart",r=>r.dataTransfer?.setData(Fo,JSON.stringify({topic:e.topic,column:e.column,series:e.id}))),s}),this.list.replaceChildren(...this.items)}draw(){let e=this.u;if(!e)return;let[t,n]=this.owner.span();this.columns.fill(t,n,e.bbox.width/devicePixelRatio/2),e.setData([this.columns.x,...this.columns.y],!0),this.read()}read(){let e=this.u,t=e?.cursor.left??-1,n=e&&t>=0?e.posToVal(t,"x"):void 0;this.series.forEach((s,r)=>{let o=n===void 0?s.ring.length?s.ring.value(s.ring.length-1):void 0:s.ring.at(n),a=o===void 0||o!==o?"\u2013":Xx(o),l=this.values[r];l&&l.textContent!==a&&(l.textContent=a),this.items[r]&&(this.items[r].dataset.samples=String(s.ring.length))})}};function Xx(i){let e=Math.abs(i);return(e!==0&&(e<.001||e>=1e6)?i.toExponential(2):e>=1e3?i.toFixed(0):i.toPrecision(4)).replace("-","\u2212")}function qx(i,e,t){let n=i??0,s=e??1;if(!(s>n)){let a=Math.abs(s)*.1||1;n!==0&&(n-=a),s+=a}for(let a of t){let l=.8*(s-n);a>s&&a-s<l&&(s=a),a<n&&n-a<l&&(n=a)}let r=(s-n)*.06,o=t.some(a=>a<=s&&a>s-r)?.18*(s-n):r;return[n>=0&&n<.5*s?0:n-r,s+o]}function $x(i,e){let{ctx:t,bbox:n}=i;t.save(),t.strokeStyle=t.fillStyle=Ys("--bad"),t.lineWidth=devicePixelRatio,t.setLineDash([6*devicePixelRatio,4*devicePixelRatio]),t.font=`${10.5*devicePixelRatio}px system-ui, sans-serif`,t.textAlign="right";for(let s of e){let r=i.valToPos(s.value,"y",!0);r<n.top||r>n.top+n.height||(t.beginPath(),t.moveTo(n.left,r),t.lineTo(n.left+n.width,r),t.stroke(),t.fillText(s.name,n.left+n.width-4*devicePixelRatio,r-4*devicePixelRatio))}t.restore()}var dl=class{constructor(e,t,n,s,r){this.model=e;this.console=t;this.plots=n;this.ask=s;this.reveal=r;e.on("program",()=>this.printing.clear()),e.on("selection",()=>{this.alone=void 0,this.show()}),e.on("rates",()=>this.rates()),e.on("state",()=>this.state()),n.onChange(()=>this.show())}model;console;plots;ask;reveal;box=Me("inspector");live;full;alone;printing=new Set;asked=0;show(){let e=this.model.selected;if(this.live=void 0,this.full=void 0,!e&&this.alone){this.showAlone(this.alone);return}if(!e||!this.model.graph){this.box.replaceChildren(ae("p",{class:"empty"},this.model.graph?"Click a port, reaction, timer or action in the diagram: here is what it holds and what can be done with it.":"This program does not describe itself."));return}let t=this.model.path(e),n=this.model.topic(e);this.live=this.numbers(),this.full=ae("pre",{class:"full",tabindex:0,"aria-label":"whole value"}),this.full.hidden=!0;let s=ae("dl",{});for(let[r,o]of this.rows(e,n))o&&s.append(ae("dt",{},r),ae("dd",{},o));this.box.replaceChildren(ae("h3",{class:"path",title:t},ae("span",{class:"what"},e.kind),t),s,this.deeds(e,t,n),n?.columns?.length?this.columns(n,t):"",this.full),this.rates(),this.whole()}numbers(){return{hz:ae("span",{},"\u2013"),last:ae("span",{class:"mono"},"\u2013"),misses:ae("span",{},"0"),took:ae("span",{},"\u2013")}}topic(e){this.model.select(void 0),this.alone=e,this.show()}showAlone(e){this.live=this.numbers();let t=ae("dl",{});for(let[r,o]of[["type",ae("code",{},e.type)],["rate",this.live.hz],["last value",this.live.last]])t.append(ae("dt",{},r),ae("dd",{},o));let n=this.printing.has(e.id),s=ae("button",{type:"button","data-deed":"print","aria-pressed":n,onclick:()=>{this.print(e,!n)}},n?"Stop printing":"Print");this.box.replaceChildren(ae("h3",{class:"path"},ae("span",{class:"what"},e.kind),e.name),t,ae("div",{class:"deeds"},s),e.columns?.length?this.columns(e,e.name):""),this.rates()}rows(e,t){let n=this.model.graph,s=this.live,r=t?[["rate",s.hz],["last value",s.last]]:[];switch(e.kind){case"port":{let o=n.Ports[e.id];return[["type",ae("code",{},o.Type)],...r,["set by",this.list(this.model.writers(e.id))],["read by",this.list(this.model.readers(e.id))]]}case"reaction":{let o=n.Reactions[e.id];return[["number",`${o.Number}, level ${o.Level}`],["triggers",this.refs(o.Triggers)],["uses",this.refs(o.Uses)],["sets",this.refs(o.Effects)],["deadline",o.HasDeadline&&Xn(o.Deadline)],["missed",o.HasDeadline&&s.misses],["takes",s.took],["critical path",this.model.critical.has(e.id)&&"yes: part of the chain that takes longest"]]}case"trigger":{let o=n.Triggers[e.id];return[["kind",Na[o.Kind]],["type",o.Type&&ae("code",{},o.Type)],["offset",o.Kind===3&&Xn(o.Offset)],["period",o.Kind===3&&(o.Period?Xn(o.Period):"once")],["min. delay",o.Kind>=4&&Xn(o.MinDelay)],["min. spacing",o.MinSpacing>0&&`${Xn(o.MinSpacing)}, ${o.Policy}`],...r,["triggers",this.list((n.Reactions??[]).filter(a=>a.Triggers?.some(l=>l.Kind===1&&l.ID===e.id)))],["scheduled by",this.list((n.Reactions??[]).filter(a=>a.Effects?.some(l=>l.Kind===1&&l.ID===e.id)))]]}case"reactor":{let o=n.Reactors[e.id];return[["type",ae("code",{},o.Type)],["enclave",String(o.Enclave)],["what",o.Doc],["holds",`${o.Children?.length??0} reactors, ${o.Reactions?.length??0} reactions, ${o.Ports?.length??0} ports`],["reactions",this.list((o.Reactions??[]).map(a=>n.Reactions[a]))]]}default:return[["initial",n.Modes[e.id].Initial?"yes":"no"]]}}link(e){return ae("button",{type:"button",class:"link",onclick:()=>this.go(e)},e)}go(e){let t=this.model.find(e);t&&(this.model.select(t),this.reveal(t))}list(e){return e.length?ae("span",{class:"list"},...e.map(t=>this.link(t.Path))):null}refs(e){let t=this.model.graph,n=[t.Ports,t.Triggers,t.Modes];return e?.length?ae("span",{class:"list"},...e.map(s=>this.link(n[s.Kind][s.ID].Path))):null}deeds(e,t,n){let s=ae("div",{class:"deeds"}),r=(o,a,l,c,h)=>s.append(ae("button",{type:"button","data-deed":a,title:l,onclick:c,"aria-pressed":h},o));if(n){let o=this.printing.has(n.id);r(o?"Stop printing":"Print","print","every value as a row of the event table",()=>{this.print(n,!o)},o)}if(this.model.control&&(e.kind==="port"||e.kind==="reaction")){let o=this.model.breakAt(t);r(o?"Remove breakpoint":"Break here","break",e.kind==="port"?"stop when this port is set":"stop before this reaction",()=>{this.toggleBreak(e)},!!o),(e.kind==="reaction"?this.model.graph.Reactions[e.id]:void 0)?.HasDeadline&&r("Break on miss","break-miss","stop when it misses its deadline",()=>{this.console.run(`break miss ${t}`)})}return this.model.control&&(e.kind==="port"||e.kind==="trigger")&&r("Why?","why","what led to this value",()=>{this.why(t)}),s}columns(e,t){let n=e.columns.map(o=>{let a=ae("button",{type:"button",class:"chip",draggable:!0,"data-column":o,title:"plot; drag it onto a plot to put it there",onclick:l=>{this.plot(e,o,l.shiftKey)}},o||"value");return a.addEventListener("dragstart",l=>l.dataTransfer?.setData(Fo,JSON.stringify({topic:e.id,column:o}))),a}),s=this.plots.into(),r=ae("div",{class:"columns"},ae("h4",{},s?`Plot a column: its own plot, with Shift in \u201C${s.spec.title}\u201D`:"Plot a column"),ae("div",{class:"chips"},...n));return s&&r.append(ae("label",{class:"inline"},ae("input",{type:"checkbox",id:"plot-into"}),`into \u201C${s.spec.title}\u201D`)),this.model.control&&this.model.selected?.kind==="port"&&r.append(this.condition(e,t)),r}condition(e,t){let n=ae("select",{"aria-label":"column"},...e.columns.map(o=>ae("option",{value:o},o||"value"))),s=ae("select",{"aria-label":"comparison"},...["==","!=","<","<=",">",">=","changes"].map(o=>ae("option",{},o))),r=ae("input",{type:"number",step:"any",value:"0","aria-label":"number"});return s.value=">",s.addEventListener("change",()=>{r.hidden=s.value==="changes"}),ae("form",{class:"condition",onsubmit:o=>{o.preventDefault(),this.console.run(["break port",t,n.value,s.value,s.value==="changes"?"":r.value].filter(Boolean).join(" "))}},ae("span",{},"Break if"),n,s,r,ae("button",{type:"submit"},"Set"))}async plot(e,t,n){let s=n||document.getElementById("plot-into")?.checked;await this.plots.plot(e,t,s?this.plots.into():void 0).catch(r=>Bn(`plot: ${r.message}`,!0))}plotItem(e){let t=this.model.topic(e);t?.columns?.length!==1&&this.model.select(e),this.offer(t)}plotTopic(e){let t=this.model.find(e.name);e.columns?.length!==1&&(t?this.model.select(t):this.topic(e)),this.offer(e)}offer(e){e?.columns?.length?e.columns.length===1?this.plot(e,e.columns[0],!1):(Ts("inspector-tab"),this.box.querySelector(".chip")?.focus(),bs(`${e.columns.length} columns: choose one`)):Bn(e?`${e.name} holds no number to plot`:"nothing of that can be plotted")}async print(e,t){try{await this.ask({do:"print",topic:e.id,on:t}),t?this.printing.add(e.id):this.printing.delete(e.id),t&&Ts("events-tab")}catch(n){Bn(`print: ${n.message}`,!0)}this.show()}async toggleBreak(e){if(!this.model.control){Bn("this program runs by itself: it takes no breakpoints",!0);return}let t=this.model.path(e),n=this.model.breakAt(t);await this.console.run(n?`delete ${n.id}`:`break ${e.kind} ${t}`),bs(n?`breakpoint at ${t} removed`:`breakpoint at ${t}`)}async why(e){let t=await this.console.run(`why ${e}`,!0);t&&this.full&&(this.full.hidden=!1,this.full.textContent=t.text??"")}async whole(){let e=this.model.selected,t=this.full,n=this.model.state;if(!t||!e||!this.model.control||n?.running||e.kind==="reactor"||e.kind==="mode")return;let s=++this.asked,r=await this.ask({do:"command",line:`print ${this.model.path(e)}`}).then(o=>o.text??"",()=>"");s!==this.asked||t!==this.full||(t.hidden=!r,t.textContent=r)}state(){let e=this.model.selected&&this.model.graph?this.model.path(this.model.selected):"",t=this.box.querySelector("[data-deed=break]");if(t){let n=!!this.model.breakAt(e);t.textContent=n?"Remove breakpoint":"Break here",t.setAttribute("aria-pressed",String(n))}this.model.state?.running||this.whole()}rates(){let e=this.model.selected,t=this.live;if(!t||!this.box.clientHeight)return;let n=e?this.model.topic(e):this.alone,s=n&&this.model.rate.get(n.id);if(s&&(t.hz.textContent=`${$s(s.hz)} Hz`,t.last.textContent=s.last),e?.kind!=="reaction")return;t.misses.textContent=String(this.model.misses.get(e.id)??0);let r=this.model.took.get(e.id);t.took.textContent=r===void 0?"\u2013":`${r.toFixed(1)} \xB5s on average`}};var fl=class{constructor(e){this.ask=e}ask;fields=new Map;show(e){this.fields.clear();let t=e.params??[],n=e.orders??[];Me("params").replaceChildren(...e.may===!1?[ae("p",{class:"empty",id:"look-only"},"This page only looks. Open the whole address that the program has printed, with its token, to set parameters and give orders.")]:[],t.length?ae("div",{class:"params"},...t.map(r=>this.param(r))):ae("p",{class:"empty"},"The program has no parameters to tune while it runs."),...n.length?[ae("h3",{},"Orders")]:[],...n.map(r=>this.order(r)))}param(e){let t=`param-${e.path}`,n=ae("p",{class:"wrong",role:"alert"}),s=async l=>{try{await this.ask({do:"param",path:e.path,value:l}),n.textContent=""}catch(c){n.textContent=c.message}},r=ae("label",{for:t,title:[e.path,e.help].filter(Boolean).join(": ")},e.path.split(".").slice(-2).join(".")),o=e.min!==void 0&&e.max!==void 0&&e.min<e.max,a=ae("span",{class:"unit"},[e.unit,o&&`${e.min} \u2026 ${e.max}`].filter(Boolean).join(", "));return ae("div",{class:"param","data-param":e.path},r,this.field(e,t,o,l=>{s(l)}),a,e.help?ae("p",{class:"hint"},e.help):null,n)}field(e,t,n,s){if(typeof e.value=="boolean"){let c=ae("input",{type:"checkbox",id:t,checked:e.value});return c.addEventListener("change",()=>s(c.checked)),this.fields.set(e.path,h=>{c.checked=h===!0}),ae("span",{class:"field"},c)}let r=typeof e.value=="number",o=ae("input",{id:t,type:r?"number":"text",step:"any",min:n?e.min:void 0,max:n?e.max:void 0,value:r?String(e.value):JSON.stringify(e.value)}),a=()=>{if(r)return o.value===""?void 0:+o.value;try{return JSON.parse(o.value)}catch{return o.value}},l=r&&n?ae("input",{type:"range",min:e.min,max:e.max,step:(e.max-e.min)/200,value:String(e.value),"aria-label":e.path}):null;return o.addEventListener("change",()=>{let c=a();c!==void 0&&(l&&(l.value=o.value),s(c))}),l?.addEventListener("input",()=>{o.value=String(+(+l.value).toPrecision(4))}),l?.addEventListener("change",()=>s(+o.value)),this.fields.set(e.path,c=>{document.activeElement===o||document.activeElement===l||(o.value=r?String(c):JSON.stringify(c),l&&(l.value=String(c)))}),ae("span",{class:"field"},l,o)}order(e){let t=typeof e.example!="object"||e.example===null,n=ae(t?"input":"textarea",{"aria-label":`value of ${e.label||e.path}, JSON`,title:`${e.path}: ${e.type}`,spellcheck:"false"});n.value=JSON.stringify(e.example??null,null,t?0:1);let s=async()=>{try{Bn(`${e.label||e.path}: ${Xa(await this.ask({do:"publish",path:e.path,value:JSON.parse(n.value)}))}`)}catch(r){Bn(`${e.label||e.path}: ${r.message}`,!0)}};return ae("div",{class:"order","data-order":e.path},ae("button",{type:"button",onclick:()=>{s()}},e.label||e.path),n)}values(e){for(let[t,n]of e.values??[])this.fields.get(t)?.(n)}};var pl=class{constructor(e,t,n){this.model=e;this.choose=t;this.plot=n;e.on("program",()=>this.show()),e.on("rates",()=>this.rates()),e.on("selection",()=>this.selection()),this.filter.addEventListener("input",()=>this.sift())}model;choose;plot;body=Me("signals-body");filter=Me("signals-filter");cells=new Map;show(){this.cells.clear(),this.body.replaceChildren(...this.model.topics.map(e=>{let t=ae("td",{class:"num"}),n=ae("td",{class:"last"}),s=ae("tr",{"data-topic":e.name},ae("td",{},ae("button",{type:"button",class:"link",title:`${e.name}: ${e.type}`,onclick:()=>this.choose(e)},e.name)),t,n,ae("td",{},e.columns?.length?Pn("plus",`plot ${e.name}`,()=>this.plot(e),{class:"quiet small"}):""));return this.cells.set(e.id,[s,t,n]),s})),this.sift()}sift(){let e=this.filter.value.toLowerCase().split(/\s+/);for(let t of this.model.topics){let n=this.cells.get(t.id)?.[0];n&&(n.hidden=!e.every(s=>`${t.name} ${t.type}`.toLowerCase().includes(s)))}}rates(){if(this.body.parentElement.clientHeight)for(let[e,[,t,n]]of this.cells){let s=this.model.rate.get(e);if(!s)continue;let r=$s(s.hz);t.textContent!==r&&(t.textContent=r),n.textContent!==s.last&&(n.textContent=s.last,n.title=s.last)}}selection(){let e=this.model.selected,t=e&&this.model.graph?this.model.topic(e):void 0;for(let[n,[s]]of this.cells)s.classList.toggle("selected",n===t?.id)}};var ml=class{constructor(e,t){this.model=e;this.ask=t;for(let n of[1,2,5,12,30,60,120])this.windows.append(ae("option",{value:n},`${n} s`));this.windows.addEventListener("change",()=>{this.window=+this.windows.value,this.follow()}),Me("plots-tools").append(this.windows,this.followButton),this.host.addEventListener("wheel",n=>{if(!n.ctrlKey&&!n.shiftKey)return;n.preventDefault();let[s,r]=this.span(),o=Math.exp((n.deltaY||n.deltaX)*.001),a=(s+r)/2;this.zoom(a-(a-s)*o,a+(r-a)*o)},{passive:!1}),Oa(()=>{for(let n of this.charts)n.make()})}model;ask;host=Me("plots");charts=[];bySeries=new Map;target;window=12;now=0;held;due=new Set;kept=new hi("plots",[]);draw=ws(()=>this.redraw());followButton=Pn("follow","follow the newest (double click in a plot)",()=>this.follow(),{"aria-pressed":"true"});windows=ae("select",{"aria-label":"seconds shown",title:"seconds shown"});changed=()=>{};onChange(e){this.changed=e}show(e){for(let t of this.charts)t.destroy();this.charts=[],this.bySeries.clear(),this.target=void 0,this.held=void 0,this.now=0,this.window=e.window||12,[...this.windows.options].some(t=>+t.value===this.window)||this.windows.append(ae("option",{value:this.window},`${this.window} s`)),this.windows.value=String(this.window);for(let t of e.plots){let n=this.chart(t.title,t.unit,t.limits,!1);for(let s of t.series)this.join(n,{id:s.id,name:s.name,ring:new No})}this.restore()}async restore(){if(this.model.topics.length)for(let e of this.kept.get()){let t;for(let{topic:n,column:s}of e){let r=this.model.topicByName(n);r&&(t=await this.plot(r,s,t,!0).catch(()=>t))}}}keep(){this.kept.set(this.charts.filter(e=>e.spec.ours).map(e=>e.series.flatMap(t=>{let n=this.model.topics.find(s=>s.id===t.topic);return n?[{topic:n.name,column:t.column}]:[]}))),this.changed()}async plot(e,t,n,s=!1){let r=this.charts.find(h=>(!n||h===n)&&h.series.some(u=>u.topic===e.id&&u.column===t));if(r)return r.figure.scrollIntoView({block:"nearest"}),r;let o=new No,a=(await this.ask({do:"plot",topic:e.id,column:t})).data;if(typeof a?.series!="number")throw new Error("the program's answer has no series");let l=a.name||`${e.name} ${t}`.trim(),c=n??this.chart(e.name,"",[],!0);return this.join(c,{id:a.series,name:l,ring:this.bySeries.get(a.series)?.ring??o,topic:e.id,column:t||"value"}),s||(this.choose(c),c.figure.scrollIntoView({block:"nearest"}),bs(`plot of ${l} added`)),this.keep(),c}into(){return this.target&&this.charts.includes(this.target)?this.target:void 0}chart(e,t,n,s){let r=new ul({title:e,unit:t,limits:n,ours:s},this);return this.charts.push(r),this.host.append(r.figure),r}join(e,t){this.bySeries.set(t.id,t),e.add(t)}add(e){let t=this.bySeries.get(e[0])?.ring;if(!t)return;for(let s=1;s+1<e.length;s+=2)t.add(e[s],e[s+1]);let n=e[e.length-2];e.length>2&&n>this.now&&(this.now=n),this.draw()}at(e){if(e<this.now)for(let t of this.bySeries.values())t.ring.forget(e+1e-9);this.now=e,this.draw()}span(){return this.held??[Math.max(0,this.now-this.window),Math.max(this.now,this.window)]}zoom(e,t){t-e<1e-4||(this.held=[e,t],this.followButton.setAttribute("aria-pressed","false"),this.draw())}follow(){this.held=void 0,this.followButton.setAttribute("aria-pressed","true"),this.draw()}choose(e){this.target=this.target===e?void 0:e;for(let t of this.charts)t.chosen(t===this.target);this.changed()}drop(e,t){let{topic:n,column:s,series:r}=JSON.parse(t||"{}"),o=this.model.topics.find(c=>c.id===n);if(!o||s===void 0)return;let a=this.charts.find(c=>c!==e&&c.series.some(h=>h.id===r)),l=a?.series.find(c=>c.id===r);a&&l?(a.remove(l),e.add(l),a.series.length?this.keep():this.removeChart(a)):this.plot(o,s,e).catch(c=>bs(c.message))}removeSeries(e,t){e.remove(t),this.forget(t),this.keep()}removeChart(e){this.charts=this.charts.filter(t=>t!==e),e.destroy();for(let t of e.series)this.forget(t);this.keep()}forget(e){this.charts.some(t=>t.series.some(n=>n.id===e.id))||(this.bySeries.delete(e.id),e.topic!==void 0&&this.ask({do:"unplot",series:e.id}).catch(()=>{}))}redraw(){for(let n of this.due)(!n.visible||!this.charts.includes(n))&&this.due.delete(n);if(!this.due.size)for(let n of this.charts)n.visible&&this.due.add(n);let e=Math.ceil(this.charts.filter(n=>n.visible).length/2);for(let n of this.due){if(e--===0)break;this.due.delete(n),n.draw()}this.due.size&&this.draw();let t=0;for(let n of this.bySeries.values())t+=n.ring.length;this.host.dataset.samples=String(t)}};var Bm=0,Qu=1,zm=2;var ga=1,Gm=2,co=3,Gs=0,Wn=1,$i=2,hr=0,ho=1,ed=2,td=3,nd=4,Vm=5;var ur=100,Hm=101,Wm=102,Xm=103,qm=104,$m=200,Ym=201,Km=202,Zm=203,id=204,sd=205,Jm=206,jm=207,Qm=208,eg=209,tg=210,ng=211,ig=212,sg=213,rg=214,Vl=0,Hl=1,Wl=2,Qr=3,Xl=4,ql=5,$l=6,Yl=7,rd=0,og=1,ag=2,Yi=0,od=1,ad=2,ld=3,cd=4,hd=5,ud=6,dd=7;var fd=300,dr=301,uo=302,Sc=303,Mc=304,Kl=1e3,zi=1001,Zl=1002,wn=1003,lg=1004;var _a=1005;var Hn=1006,bc=1007;var ps=1008;var Yn=1009,pd=1010,md=1011,fo=1012,wc=1013,Ai=1014,Ri=1015,Ci=1016,Ec=1017,Tc=1018,fr=1020,gd=35902,_d=35899,xd=1021,vd=1022,Pi=1023,us=1026,ms=1027,yd=1028,Ac=1029,Vs=1030,Rc=1031;var Cc=1033,xa=33776,va=33777,ya=33778,Sa=33779,Pc=35840,Ic=35841,Lc=35842,Dc=35843,Nc=36196,Uc=37492,Fc=37496,Oc=37488,kc=37489,Ma=37490,Bc=37491,zc=37808,Gc=37809,Vc=37810,Hc=37811,Wc=37812,Xc=37813,qc=37814,$c=37815,Yc=37816,Kc=37817,Zc=37818,Jc=37819,jc=37820,Qc=37821,eh=36492,th=36494,nh=36495,ih=36283,sh=36284,ba=36285,rh=36286;var Ho=2300,Jl=2301,zl=2302,Wu=2303,Xu=2400,qu=2401,$u=2402;var cg=3200;var oh=0,hg=1,gs="",si="srgb",Wo="srgb-linear",Xo="linear",Tt="srgb";var Gl=7680;var ug=519,dg=512,fg=513,pg=514,Sd=515,mg=516,gg=517,Md=518,bd=519,wd=35044,ah=35048;var Ed="300 es",mi=2e3,eo=2001;function Yx(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function Kx(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function qo(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function _g(){let i=qo("canvas");return i.style.display="block",i}var am={},to=null;function $o(...i){let e="THREE."+i.shift();to?to("log",e,...i):console.log(e,...i)}function xg(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function Ye(...i){i=xg(i);let e="THREE."+i.shift();if(to)to("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function je(...i){i=xg(i);let e="THREE."+i.shift();if(to)to("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function Vo(...i){let e=i.join(" ");e in am||(am[e]=!0,Ye(...i))}function vg(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var yg={[Vl]:Vl,[Wl]:$l,[Xl]:Xl,[Qr]:ql,[Hl]:Hl,[$l]:Wl,[Yl]:Yl,[ql]:Qr},Gi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},In=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var Su=Math.PI/180,jl=180/Math.PI;function pr(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(In[i&255]+In[i>>8&255]+In[i>>16&255]+In[i>>24&255]+"-"+In[e&255]+In[e>>8&255]+"-"+In[e>>16&15|64]+In[e>>24&255]+"-"+In[t&63|128]+In[t>>8&255]+"-"+In[t>>16&255]+In[t>>24&255]+In[n&255]+In[n>>8&255]+In[n>>16&255]+In[n>>24&255]).toLowerCase()}function vt(i,e,t){return Math.max(e,Math.min(t,i))}function Zx(i,e){return(i%e+e)%e}function Mu(i,e,t){return(1-t)*i+t*e}function Sg(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function lh(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Mg(i,e){if(e.constructor===Float32Array)return i;let t=lh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function bg(i,e){if(e.constructor===Float32Array)return i;let t=lh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var ht=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=vt(this.x,e.x,t.x),this.y=vt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=vt(this.x,e,t),this.y=vt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(vt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(vt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Vi=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],_=r[o+2],M=r[o+3];if(u!==M||l!==d||c!==f||h!==_){let m=l*d+c*f+h*_+u*M;m<0&&(d=-d,f=-f,_=-_,M=-M,m=-m);let p=1-a;if(m<.9995){let y=Math.acos(m),R=Math.sin(y);p=Math.sin(p*y)/R,a=Math.sin(a*y)/R,l=l*p+d*a,c=c*p+f*a,h=h*p+_*a,u=u*p+M*a}else{l=l*p+d*a,c=c*p+f*a,h=h*p+_*a,u=u*p+M*a;let y=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=y,c*=y,h*=y,u*=y}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],_=r[o+3];return e[t]=a*_+h*u+l*f-c*d,e[t+1]=l*_+h*d+c*u-a*f,e[t+2]=c*_+h*f+a*d-l*u,e[t+3]=h*_-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),_=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*_,this._y=c*f*u-d*h*_,this._z=c*h*_+d*f*u,this._w=c*h*u-d*f*_;break;case"YXZ":this._x=d*h*u+c*f*_,this._y=c*f*u-d*h*_,this._z=c*h*_-d*f*u,this._w=c*h*u+d*f*_;break;case"ZXY":this._x=d*h*u-c*f*_,this._y=c*f*u+d*h*_,this._z=c*h*_+d*f*u,this._w=c*h*u-d*f*_;break;case"ZYX":this._x=d*h*u-c*f*_,this._y=c*f*u+d*h*_,this._z=c*h*_-d*f*u,this._w=c*h*u+d*f*_;break;case"YZX":this._x=d*h*u+c*f*_,this._y=c*f*u+d*h*_,this._z=c*h*_-d*f*u,this._w=c*h*u-d*f*_;break;case"XZY":this._x=d*h*u-c*f*_,this._y=c*f*u-d*h*_,this._z=c*h*_+d*f*u,this._w=c*h*u+d*f*_;break;default:Ye("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(vt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},X=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(lm.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(lm.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),h=2*(a*t-r*s),u=2*(r*n-o*t);return this.x=t+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=vt(this.x,e.x,t.x),this.y=vt(this.y,e.y,t.y),this.z=vt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=vt(this.x,e,t),this.y=vt(this.y,e,t),this.z=vt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(vt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return bu.copy(this).projectOnVector(e),this.sub(bu)}reflect(e){return this.sub(bu.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(vt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},bu=new X,lm=new Vi,tt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],_=n[8],M=s[0],m=s[3],p=s[6],y=s[1],R=s[4],w=s[7],P=s[2],T=s[5],x=s[8];return r[0]=o*M+a*y+l*P,r[3]=o*m+a*R+l*T,r[6]=o*p+a*w+l*x,r[1]=c*M+h*y+u*P,r[4]=c*m+h*R+u*T,r[7]=c*p+h*w+u*x,r[2]=d*M+f*y+_*P,r[5]=d*m+f*R+_*T,r[8]=d*p+f*w+_*x,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,_=t*u+n*d+s*f;if(_===0)return this.set(0,0,0,0,0,0,0,0,0);let M=1/_;return e[0]=u*M,e[1]=(s*c-h*n)*M,e[2]=(a*n-s*o)*M,e[3]=d*M,e[4]=(h*t-s*l)*M,e[5]=(s*r-a*t)*M,e[6]=f*M,e[7]=(n*l-c*t)*M,e[8]=(o*t-n*r)*M,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return Vo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(wu.makeScale(e,t)),this}rotate(e){return Vo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(wu.makeRotation(-e)),this}translate(e,t){return Vo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(wu.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},wu=new tt,cm=new tt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),hm=new tt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Jx(){let i={enabled:!0,workingColorSpace:Wo,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Tt&&(s.r=hs(s.r),s.g=hs(s.g),s.b=hs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Tt&&(s.r=jr(s.r),s.g=jr(s.g),s.b=jr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===gs?Xo:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Wo]:{primaries:e,whitePoint:n,transfer:Xo,toXYZ:cm,fromXYZ:hm,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:si},outputColorSpaceConfig:{drawingBufferColorSpace:si}},[si]:{primaries:e,whitePoint:n,transfer:Tt,toXYZ:cm,fromXYZ:hm,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:si}}}),i}var xt=Jx();function hs(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function jr(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Br,Ql=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{Br===void 0&&(Br=qo("canvas")),Br.width=e.width,Br.height=e.height;let s=Br.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=Br}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=qo("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=hs(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(hs(t[n]/255)*255):t[n]=hs(t[n]);return{data:t,width:e.width,height:e.height}}else return Ye("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},jx=0,no=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:jx++}),this.uuid=pr(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Eu(s[o].image)):r.push(Eu(s[o]))}else r=Eu(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function Eu(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Ql.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(Ye("Texture: Unable to serialize Texture."),{})}var Qx=0,Tu=new X,qn=class i extends Gi{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=zi,s=zi,r=Hn,o=ps,a=Pi,l=Yn,c=i.DEFAULT_ANISOTROPY,h=gs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Qx++}),this.uuid=pr(),this.name="",this.source=new no(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new ht(0,0),this.repeat=new ht(1,1),this.center=new ht(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new tt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Tu).x}get height(){return this.source.getSize(Tu).y}get depth(){return this.source.getSize(Tu).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){Ye(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Ye(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==fd)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Kl:e.x=e.x-Math.floor(e.x);break;case zi:e.x=e.x<0?0:1;break;case Zl:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Kl:e.y=e.y-Math.floor(e.y);break;case zi:e.y=e.y<0?0:1;break;case Zl:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};qn.DEFAULT_IMAGE=null;qn.DEFAULT_MAPPING=fd;qn.DEFAULT_ANISOTROPY=1;var qt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],_=l[9],M=l[2],m=l[6],p=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-M)<.01&&Math.abs(_-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+M)<.1&&Math.abs(_+m)<.1&&Math.abs(c+f+p-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let R=(c+1)/2,w=(f+1)/2,P=(p+1)/2,T=(h+d)/4,x=(u+M)/4,E=(_+m)/4;return R>w&&R>P?R<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(R),s=T/n,r=x/n):w>P?w<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(w),n=T/s,r=E/s):P<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(P),n=x/r,s=E/r),this.set(n,s,r,t),this}let y=Math.sqrt((m-_)*(m-_)+(u-M)*(u-M)+(d-h)*(d-h));return Math.abs(y)<.001&&(y=1),this.x=(m-_)/y,this.y=(u-M)/y,this.z=(d-h)/y,this.w=Math.acos((c+f+p-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=vt(this.x,e.x,t.x),this.y=vt(this.y,e.y,t.y),this.z=vt(this.z,e.z,t.z),this.w=vt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=vt(this.x,e,t),this.y=vt(this.y,e,t),this.z=vt(this.z,e,t),this.w=vt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(vt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},ec=class extends Gi{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Hn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new qt(0,0,e,t),this.scissorTest=!1,this.viewport=new qt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new qn({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Hn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new no(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},oi=class extends ec{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},Yo=class extends qn{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=wn,this.minFilter=wn,this.wrapR=zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var tc=class extends qn{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=wn,this.minFilter=wn,this.wrapR=zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Ut=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,l,c,h,u,d,f,_,M,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,h,u,d,f,_,M,m)}set(e,t,n,s,r,o,a,l,c,h,u,d,f,_,M,m){let p=this.elements;return p[0]=e,p[4]=t,p[8]=n,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=u,p[14]=d,p[3]=f,p[7]=_,p[11]=M,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/zr.setFromMatrixColumn(e,0).length(),r=1/zr.setFromMatrixColumn(e,1).length(),o=1/zr.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,_=a*h,M=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+_*c,t[5]=d-M*c,t[9]=-a*l,t[2]=M-d*c,t[6]=_+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,_=c*h,M=c*u;t[0]=d+M*a,t[4]=_*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-_,t[6]=M+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,_=c*h,M=c*u;t[0]=d-M*a,t[4]=-o*u,t[8]=_+f*a,t[1]=f+_*a,t[5]=o*h,t[9]=M-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,_=a*h,M=a*u;t[0]=l*h,t[4]=_*c-f,t[8]=d*c+M,t[1]=l*u,t[5]=M*c+d,t[9]=f*c-_,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,_=a*l,M=a*c;t[0]=l*h,t[4]=M-d*u,t[8]=_*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+_,t[10]=d-M*u}else if(e.order==="XZY"){let d=o*l,f=o*c,_=a*l,M=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+M,t[5]=o*h,t[9]=f*u-_,t[2]=_*u-f,t[6]=a*h,t[10]=M*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(ev,e,tv)}lookAt(e,t,n){let s=this.elements;return ni.subVectors(e,t),ni.lengthSq()===0&&(ni.z=1),ni.normalize(),Cs.crossVectors(n,ni),Cs.lengthSq()===0&&(Math.abs(n.z)===1?ni.x+=1e-4:ni.z+=1e-4,ni.normalize(),Cs.crossVectors(n,ni)),Cs.normalize(),gl.crossVectors(ni,Cs),s[0]=Cs.x,s[4]=gl.x,s[8]=ni.x,s[1]=Cs.y,s[5]=gl.y,s[9]=ni.y,s[2]=Cs.z,s[6]=gl.z,s[10]=ni.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],_=n[2],M=n[6],m=n[10],p=n[14],y=n[3],R=n[7],w=n[11],P=n[15],T=s[0],x=s[4],E=s[8],O=s[12],I=s[1],L=s[5],B=s[9],z=s[13],N=s[2],H=s[6],$=s[10],V=s[14],ce=s[3],Z=s[7],j=s[11],ie=s[15];return r[0]=o*T+a*I+l*N+c*ce,r[4]=o*x+a*L+l*H+c*Z,r[8]=o*E+a*B+l*$+c*j,r[12]=o*O+a*z+l*V+c*ie,r[1]=h*T+u*I+d*N+f*ce,r[5]=h*x+u*L+d*H+f*Z,r[9]=h*E+u*B+d*$+f*j,r[13]=h*O+u*z+d*V+f*ie,r[2]=_*T+M*I+m*N+p*ce,r[6]=_*x+M*L+m*H+p*Z,r[10]=_*E+M*B+m*$+p*j,r[14]=_*O+M*z+m*V+p*ie,r[3]=y*T+R*I+w*N+P*ce,r[7]=y*x+R*L+w*H+P*Z,r[11]=y*E+R*B+w*$+P*j,r[15]=y*O+R*z+w*V+P*ie,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],_=e[3],M=e[7],m=e[11],p=e[15],y=l*f-c*d,R=a*f-c*u,w=a*d-l*u,P=o*f-c*h,T=o*d-l*h,x=o*u-a*h;return t*(M*y-m*R+p*w)-n*(_*y-m*P+p*T)+s*(_*R-M*P+p*x)-r*(_*w-M*T+m*x)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],_=e[12],M=e[13],m=e[14],p=e[15],y=t*a-n*o,R=t*l-s*o,w=t*c-r*o,P=n*l-s*a,T=n*c-r*a,x=s*c-r*l,E=h*M-u*_,O=h*m-d*_,I=h*p-f*_,L=u*m-d*M,B=u*p-f*M,z=d*p-f*m,N=y*z-R*B+w*L+P*I-T*O+x*E;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/N;return e[0]=(a*z-l*B+c*L)*H,e[1]=(s*B-n*z-r*L)*H,e[2]=(M*x-m*T+p*P)*H,e[3]=(d*T-u*x-f*P)*H,e[4]=(l*I-o*z-c*O)*H,e[5]=(t*z-s*I+r*O)*H,e[6]=(m*w-_*x-p*R)*H,e[7]=(h*x-d*w+f*R)*H,e[8]=(o*B-a*I+c*E)*H,e[9]=(n*I-t*B-r*E)*H,e[10]=(_*T-M*w+p*y)*H,e[11]=(u*w-h*T-f*y)*H,e[12]=(a*O-o*L-l*E)*H,e[13]=(t*L-n*O+s*E)*H,e[14]=(M*R-_*P-m*y)*H,e[15]=(h*P-u*R+d*y)*H,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,_=r*u,M=o*h,m=o*u,p=a*u,y=l*c,R=l*h,w=l*u,P=n.x,T=n.y,x=n.z;return s[0]=(1-(M+p))*P,s[1]=(f+w)*P,s[2]=(_-R)*P,s[3]=0,s[4]=(f-w)*T,s[5]=(1-(d+p))*T,s[6]=(m+y)*T,s[7]=0,s[8]=(_+R)*x,s[9]=(m-y)*x,s[10]=(1-(d+M))*x,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=zr.set(s[0],s[1],s[2]).length(),a=zr.set(s[4],s[5],s[6]).length(),l=zr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),wi.copy(this);let c=1/o,h=1/a,u=1/l;return wi.elements[0]*=c,wi.elements[1]*=c,wi.elements[2]*=c,wi.elements[4]*=h,wi.elements[5]*=h,wi.elements[6]*=h,wi.elements[8]*=u,wi.elements[9]*=u,wi.elements[10]*=u,t.setFromRotationMatrix(wi),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=mi,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(n-s),d=(t+e)/(t-e),f=(n+s)/(n-s),_,M;if(l)_=r/(o-r),M=o*r/(o-r);else if(a===mi)_=-(o+r)/(o-r),M=-2*o*r/(o-r);else if(a===eo)_=-o/(o-r),M=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=_,c[14]=M,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=mi,l=!1){let c=this.elements,h=2/(t-e),u=2/(n-s),d=-(t+e)/(t-e),f=-(n+s)/(n-s),_,M;if(l)_=1/(o-r),M=o/(o-r);else if(a===mi)_=-2/(o-r),M=-(o+r)/(o-r);else if(a===eo)_=-1/(o-r),M=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=_,c[14]=M,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},zr=new X,wi=new Ut,ev=new X(0,0,0),tv=new X(1,1,1),Cs=new X,gl=new X,ni=new X,um=new Ut,dm=new Vi,ds=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(vt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-vt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(vt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-vt(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(vt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-vt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:Ye("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return um.makeRotationFromQuaternion(e),this.setFromRotationMatrix(um,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return dm.setFromEuler(this),this.setFromQuaternion(dm,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ds.DEFAULT_ORDER="XYZ";var io=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},nv=0,fm=new X,Gr=new Vi,rs=new Ut,_l=new X,Oo=new X,iv=new X,sv=new Vi,pm=new X(1,0,0),mm=new X(0,1,0),gm=new X(0,0,1),_m={type:"added"},rv={type:"removed"},Vr={type:"childadded",child:null},Au={type:"childremoved",child:null},En=class i extends Gi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:nv++}),this.uuid=pr(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new X,t=new ds,n=new Vi,s=new X(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ut},normalMatrix:{value:new tt}}),this.matrix=new Ut,this.matrixWorld=new Ut,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new io,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Gr.setFromAxisAngle(e,t),this.quaternion.multiply(Gr),this}rotateOnWorldAxis(e,t){return Gr.setFromAxisAngle(e,t),this.quaternion.premultiply(Gr),this}rotateX(e){return this.rotateOnAxis(pm,e)}rotateY(e){return this.rotateOnAxis(mm,e)}rotateZ(e){return this.rotateOnAxis(gm,e)}translateOnAxis(e,t){return fm.copy(e).applyQuaternion(this.quaternion),this.position.add(fm.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(pm,e)}translateY(e){return this.translateOnAxis(mm,e)}translateZ(e){return this.translateOnAxis(gm,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(rs.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?_l.copy(e):_l.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Oo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?rs.lookAt(Oo,_l,this.up):rs.lookAt(_l,Oo,this.up),this.quaternion.setFromRotationMatrix(rs),s&&(rs.extractRotation(s.matrixWorld),Gr.setFromRotationMatrix(rs),this.quaternion.premultiply(Gr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(je("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(_m),Vr.child=e,this.dispatchEvent(Vr),Vr.child=null):je("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(rv),Au.child=e,this.dispatchEvent(Au),Au.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),rs.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),rs.multiply(e.parent.matrixWorld)),e.applyMatrix4(rs),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(_m),Vr.child=e,this.dispatchEvent(Vr),Vr.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Oo,e,iv),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Oo,sv,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),_=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),_.length>0&&(n.nodes=_)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};En.DEFAULT_UP=new X(0,1,0);En.DEFAULT_MATRIX_AUTO_UPDATE=!0;En.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var gi=class extends En{constructor(){super(),this.isGroup=!0,this.type="Group"}},ov={type:"move"},so=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new gi,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new gi,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new X,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new X),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new gi,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new X,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new X,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let M of e.hand.values()){let m=t.getJointPose(M,n),p=this._getHandJoint(c,M);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.quaternion,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,_=.005;c.inputState.pinching&&d>f+_?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-_&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(ov)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new gi;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},wg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ps={h:0,s:0,l:0},xl={h:0,s:0,l:0};function Ru(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var ot=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=si){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,xt.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=xt.workingColorSpace){return this.r=e,this.g=t,this.b=n,xt.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=xt.workingColorSpace){if(e=Zx(e,1),t=vt(t,0,1),n=vt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=Ru(o,r,e+1/3),this.g=Ru(o,r,e),this.b=Ru(o,r,e-1/3)}return xt.colorSpaceToWorking(this,s),this}setStyle(e,t=si){function n(r){r!==void 0&&parseFloat(r)<1&&Ye("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:Ye("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);Ye("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=si){let n=wg[e.toLowerCase()];return n!==void 0?this.setHex(n,t):Ye("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=hs(e.r),this.g=hs(e.g),this.b=hs(e.b),this}copyLinearToSRGB(e){return this.r=jr(e.r),this.g=jr(e.g),this.b=jr(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=si){return xt.workingToColorSpace(Ln.copy(this),e),Math.round(vt(Ln.r*255,0,255))*65536+Math.round(vt(Ln.g*255,0,255))*256+Math.round(vt(Ln.b*255,0,255))}getHexString(e=si){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=xt.workingColorSpace){xt.workingToColorSpace(Ln.copy(this),t);let n=Ln.r,s=Ln.g,r=Ln.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=xt.workingColorSpace){return xt.workingToColorSpace(Ln.copy(this),t),e.r=Ln.r,e.g=Ln.g,e.b=Ln.b,e}getStyle(e=si){xt.workingToColorSpace(Ln.copy(this),e);let t=Ln.r,n=Ln.g,s=Ln.b;return e!==si?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(Ps),this.setHSL(Ps.h+e,Ps.s+t,Ps.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Ps),e.getHSL(xl);let n=Mu(Ps.h,xl.h,t),s=Mu(Ps.s,xl.s,t),r=Mu(Ps.l,xl.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Ln=new ot;ot.NAMES=wg;var Ko=class extends En{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ds,this.environmentIntensity=1,this.environmentRotation=new ds,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ei=new X,os=new X,Cu=new X,as=new X,Hr=new X,Wr=new X,xm=new X,Pu=new X,Iu=new X,Lu=new X,Du=new qt,Nu=new qt,Uu=new qt,Ns=class i{constructor(e=new X,t=new X,n=new X){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Ei.subVectors(e,t),s.cross(Ei);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Ei.subVectors(s,t),os.subVectors(n,t),Cu.subVectors(e,t);let o=Ei.dot(Ei),a=Ei.dot(os),l=Ei.dot(Cu),c=os.dot(os),h=os.dot(Cu),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,_=(o*h-a*l)*d;return r.set(1-f-_,_,f)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,as)===null?!1:as.x>=0&&as.y>=0&&as.x+as.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,as)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,as.x),l.addScaledVector(o,as.y),l.addScaledVector(a,as.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return Du.setScalar(0),Nu.setScalar(0),Uu.setScalar(0),Du.fromBufferAttribute(e,t),Nu.fromBufferAttribute(e,n),Uu.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(Du,r.x),o.addScaledVector(Nu,r.y),o.addScaledVector(Uu,r.z),o}static isFrontFacing(e,t,n,s){return Ei.subVectors(n,t),os.subVectors(e,t),Ei.cross(os).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ei.subVectors(this.c,this.b),os.subVectors(this.a,this.b),Ei.cross(os).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;Hr.subVectors(s,n),Wr.subVectors(r,n),Pu.subVectors(e,n);let l=Hr.dot(Pu),c=Wr.dot(Pu);if(l<=0&&c<=0)return t.copy(n);Iu.subVectors(e,s);let h=Hr.dot(Iu),u=Wr.dot(Iu);if(h>=0&&u<=h)return t.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(Hr,o);Lu.subVectors(e,r);let f=Hr.dot(Lu),_=Wr.dot(Lu);if(_>=0&&f<=_)return t.copy(r);let M=f*c-l*_;if(M<=0&&c>=0&&_<=0)return a=c/(c-_),t.copy(n).addScaledVector(Wr,a);let m=h*_-f*u;if(m<=0&&u-h>=0&&f-_>=0)return xm.subVectors(r,s),a=(u-h)/(u-h+(f-_)),t.copy(s).addScaledVector(xm,a);let p=1/(m+M+d);return o=M*p,a=d*p,t.copy(n).addScaledVector(Hr,o).addScaledVector(Wr,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Hi=class{constructor(e=new X(1/0,1/0,1/0),t=new X(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Ti.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Ti.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Ti.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Ti):Ti.fromBufferAttribute(r,o),Ti.applyMatrix4(e.matrixWorld),this.expandByPoint(Ti);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),vl.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),vl.copy(n.boundingBox)),vl.applyMatrix4(e.matrixWorld),this.union(vl)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Ti),Ti.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(ko),yl.subVectors(this.max,ko),Xr.subVectors(e.a,ko),qr.subVectors(e.b,ko),$r.subVectors(e.c,ko),Is.subVectors(qr,Xr),Ls.subVectors($r,qr),nr.subVectors(Xr,$r);let t=[0,-Is.z,Is.y,0,-Ls.z,Ls.y,0,-nr.z,nr.y,Is.z,0,-Is.x,Ls.z,0,-Ls.x,nr.z,0,-nr.x,-Is.y,Is.x,0,-Ls.y,Ls.x,0,-nr.y,nr.x,0];return!Fu(t,Xr,qr,$r,yl)||(t=[1,0,0,0,1,0,0,0,1],!Fu(t,Xr,qr,$r,yl))?!1:(Sl.crossVectors(Is,Ls),t=[Sl.x,Sl.y,Sl.z],Fu(t,Xr,qr,$r,yl))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Ti).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Ti).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(ls[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),ls[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),ls[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),ls[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),ls[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),ls[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),ls[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),ls[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(ls),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},ls=[new X,new X,new X,new X,new X,new X,new X,new X],Ti=new X,vl=new Hi,Xr=new X,qr=new X,$r=new X,Is=new X,Ls=new X,nr=new X,ko=new X,yl=new X,Sl=new X,ir=new X;function Fu(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){ir.fromArray(i,r);let a=s.x*Math.abs(ir.x)+s.y*Math.abs(ir.y)+s.z*Math.abs(ir.z),l=e.dot(ir),c=t.dot(ir),h=n.dot(ir);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var cn=new X,Ml=new ht,av=0,bn=class extends Gi{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:av++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=wd,this.updateRanges=[],this.gpuType=Ri,this.version=0,this._normalizationScale=e!==void 0?lh(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)Ml.fromBufferAttribute(this,t),Ml.applyMatrix3(e),this.setXY(t,Ml.x,Ml.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)cn.fromBufferAttribute(this,t),cn.applyMatrix3(e),this.setXYZ(t,cn.x,cn.y,cn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)cn.fromBufferAttribute(this,t),cn.applyMatrix4(e),this.setXYZ(t,cn.x,cn.y,cn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)cn.fromBufferAttribute(this,t),cn.applyNormalMatrix(e),this.setXYZ(t,cn.x,cn.y,cn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)cn.fromBufferAttribute(this,t),cn.transformDirection(e),this.setXYZ(t,cn.x,cn.y,cn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Mg(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):bg(e,this.array)}};var Zo=class extends bn{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var Jo=class extends bn{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var Ht=class extends bn{constructor(e,t,n){super(new Float32Array(e),t,n)}},lv=new Hi,Bo=new X,Ou=new X,Us=class{constructor(e=new X,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):lv.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Bo.subVectors(e,this.center);let t=Bo.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(Bo,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Ou.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Bo.copy(e.center).add(Ou)),this.expandByPoint(Bo.copy(e.center).sub(Ou))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},cv=0,pi=new Ut,ku=new En,Yr=new X,ii=new Hi,zo=new Hi,Mn=new X,hn=class i extends Gi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:cv++}),this.uuid=pr(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Yx(e)?Jo:Zo)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new tt().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return pi.makeRotationFromQuaternion(e),this.applyMatrix4(pi),this}rotateX(e){return pi.makeRotationX(e),this.applyMatrix4(pi),this}rotateY(e){return pi.makeRotationY(e),this.applyMatrix4(pi),this}rotateZ(e){return pi.makeRotationZ(e),this.applyMatrix4(pi),this}translate(e,t,n){return pi.makeTranslation(e,t,n),this.applyMatrix4(pi),this}scale(e,t,n){return pi.makeScale(e,t,n),this.applyMatrix4(pi),this}lookAt(e){return ku.lookAt(e),ku.updateMatrix(),this.applyMatrix4(ku.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Yr).negate(),this.translate(Yr.x,Yr.y,Yr.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Ht(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&Ye("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Hi);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){je("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new X(-1/0,-1/0,-1/0),new X(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];ii.setFromBufferAttribute(r),this.morphTargetsRelative?(Mn.addVectors(this.boundingBox.min,ii.min),this.boundingBox.expandByPoint(Mn),Mn.addVectors(this.boundingBox.max,ii.max),this.boundingBox.expandByPoint(Mn)):(this.boundingBox.expandByPoint(ii.min),this.boundingBox.expandByPoint(ii.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&je('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Us);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){je("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new X,1/0);return}if(e){let n=this.boundingSphere.center;if(ii.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];zo.setFromBufferAttribute(a),this.morphTargetsRelative?(Mn.addVectors(ii.min,zo.min),ii.expandByPoint(Mn),Mn.addVectors(ii.max,zo.max),ii.expandByPoint(Mn)):(ii.expandByPoint(zo.min),ii.expandByPoint(zo.max))}ii.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)Mn.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Mn));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Mn.fromBufferAttribute(a,c),l&&(Yr.fromBufferAttribute(e,c),Mn.add(Yr)),s=Math.max(s,n.distanceToSquared(Mn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&je('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){je("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new bn(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let O=0;O<n.count;O++)a[O]=new X,l[O]=new X;let h=new X,u=new X,d=new X,f=new ht,_=new ht,M=new ht,m=new X,p=new X;function y(O,I,L){c[O]=c[I]=c[L]=1,h.fromBufferAttribute(n,O),u.fromBufferAttribute(n,I),d.fromBufferAttribute(n,L),f.fromBufferAttribute(r,O),_.fromBufferAttribute(r,I),M.fromBufferAttribute(r,L),u.sub(h),d.sub(h),_.sub(f),M.sub(f);let B=1/(_.x*M.y-M.x*_.y);isFinite(B)&&(m.copy(u).multiplyScalar(M.y).addScaledVector(d,-_.y).multiplyScalar(B),p.copy(d).multiplyScalar(_.x).addScaledVector(u,-M.x).multiplyScalar(B),a[O].add(m),a[I].add(m),a[L].add(m),l[O].add(p),l[I].add(p),l[L].add(p))}let R=this.groups;R.length===0&&(R=[{start:0,count:e.count}]);for(let O=0,I=R.length;O<I;++O){let L=R[O],B=L.start,z=L.count;for(let N=B,H=B+z;N<H;N+=3)y(e.getX(N+0),e.getX(N+1),e.getX(N+2))}let w=new X,P=new X,T=new X,x=new X;function E(O){T.fromBufferAttribute(s,O),x.copy(T);let I=a[O];w.copy(I),w.sub(T.multiplyScalar(T.dot(I))).normalize(),P.crossVectors(x,I);let B=P.dot(l[O])<0?-1:1;o.setXYZW(O,w.x,w.y,w.z,B)}for(let O=0,I=n.count;O<I;++O)c[O]&&E(O);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new bn(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new X,r=new X,o=new X,a=new X,l=new X,c=new X,h=new X,u=new X;if(e)for(let d=0,f=e.count;d<f;d+=3){let _=e.getX(d+0),M=e.getX(d+1),m=e.getX(d+2);s.fromBufferAttribute(t,_),r.fromBufferAttribute(t,M),o.fromBufferAttribute(t,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,_),l.fromBufferAttribute(n,M),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(_,a.x,a.y,a.z),n.setXYZ(M,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)s.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Mn.fromBufferAttribute(e,t),Mn.normalize(),e.setXYZ(t,Mn.x,Mn.y,Mn.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,_=0;for(let M=0,m=l.length;M<m;M++){a.isInterleavedBufferAttribute?f=l[M]*a.data.stride+a.offset:f=l[M]*h;for(let p=0;p<h;p++)d[_++]=c[f++]}return new bn(d,h,u)}if(this.index===null)return Ye("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},jo=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=wd,this.updateRanges=[],this.version=0,this.uuid=pr()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let s=0,r=this.stride;s<r;s++)this.array[e+s]=t.array[n+s];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=vm(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let n=new this.array.constructor(e.arrayBuffers[t]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=vm(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function vm(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=pr()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var Gn=new X,Qo=class i{constructor(e,t,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=n,this.normalized=s,this._normalizationScale=e!==void 0?lh(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)Gn.fromBufferAttribute(this,t),Gn.applyMatrix4(e),this.setXYZ(t,Gn.x,Gn.y,Gn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)Gn.fromBufferAttribute(this,t),Gn.applyNormalMatrix(e),this.setXYZ(t,Gn.x,Gn.y,Gn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)Gn.fromBufferAttribute(this,t),Gn.transformDirection(e),this.setXYZ(t,Gn.x,Gn.y,Gn.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,s){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this.data.array[e+3]=r,this}clone(e){if(e===void 0){$o("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return new bn(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new i(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){$o("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Mg(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):bg(e,this.data.array)}},Bu=new X,hv=new X,uv=new tt,ri=class{constructor(e=new X(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=Bu.subVectors(n,t).cross(hv.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(Bu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||uv.getNormalMatrix(e),s=this.coplanarPoint(Bu).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},dv=0,Wi=class extends Gi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:dv++}),this.uuid=pr(),this.name="",this.type="Material",this.blending=ho,this.side=Gs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=id,this.blendDst=sd,this.blendEquation=ur,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ot(0,0,0),this.blendAlpha=0,this.depthFunc=Qr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=ug,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Gl,this.stencilZFail=Gl,this.stencilZPass=Gl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){Ye(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Ye(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new ot().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new ri().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new ht().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new ht().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var cs=new X,zu=new X,bl=new X,wl=new X,or=class{constructor(e=new X,t=new X(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,cs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=cs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(cs.copy(this.origin).addScaledVector(this.direction,t),cs.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){zu.copy(e).add(t).multiplyScalar(.5),bl.copy(t).sub(e).normalize(),wl.copy(this.origin).sub(zu);let r=e.distanceTo(t)*.5,o=-this.direction.dot(bl),a=wl.dot(this.direction),l=-wl.dot(bl),c=wl.lengthSq(),h=Math.abs(1-o*o),u,d,f,_;if(h>0)if(u=o*l-a,d=o*a-l,_=r*h,u>=0)if(d>=-_)if(d<=_){let M=1/h;u*=M,d*=M,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-_?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=_?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(zu).addScaledVector(bl,d),f}intersectSphere(e,t){if(e.radius<0)return null;cs.subVectors(e.center,this.origin);let n=cs.dot(this.direction),s=cs.dot(cs)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,s=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,s=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,cs)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=e.x-o.x,d=e.y-o.y,f=e.z-o.z,_=t.x-o.x,M=t.y-o.y,m=t.z-o.z,p=n.x-o.x,y=n.y-o.y,R=n.z-o.z,w=Math.abs(l),P=Math.abs(c),T=Math.abs(h),x,E,O,I,L,B,z,N,H,$,V,ce;if(w>=P&&w>=T?(O=l,B=u,H=_,ce=p,l>=0?(x=c,E=h,I=d,L=f,z=M,N=m,$=y,V=R):(x=h,E=c,I=f,L=d,z=m,N=M,$=R,V=y)):P>=T?(O=c,B=d,H=M,ce=y,c>=0?(x=h,E=l,I=f,L=u,z=m,N=_,$=R,V=p):(x=l,E=h,I=u,L=f,z=_,N=m,$=p,V=R)):(O=h,B=f,H=m,ce=R,h>=0?(x=l,E=c,I=u,L=d,z=_,N=M,$=p,V=y):(x=c,E=l,I=d,L=u,z=M,N=_,$=y,V=p)),O===0)return null;let Z=x/O,j=E/O,ie=1/O,de=I-Z*B,ue=L-j*B,Q=z-Z*H,me=N-j*H,xe=$-Z*ce,Re=V-j*ce,be=xe*me-Re*Q,We=de*Re-ue*xe,st=Q*ue-me*de;if(s){if(be<0||We<0||st<0)return null}else if((be<0||We<0||st<0)&&(be>0||We>0||st>0))return null;let Ve=be+We+st;if(Ve===0)return null;let dt=ie*(be*B+We*H+st*ce);return(Ve>0?dt<0:dt>0)?null:this.at(dt/Ve,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},ro=class extends Wi{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new ot(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ds,this.combine=rd,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},ym=new Ut,sr=new or,El=new Us,Sm=new X,Tl=new X,Al=new X,Rl=new X,Gu=new X,Cl=new X,Mm=new X,Pl=new X,$n=class extends En{constructor(e=new hn,t=new ro){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){Cl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Gu.fromBufferAttribute(u,e),o?Cl.addScaledVector(Gu,h):Cl.addScaledVector(Gu.sub(t),h))}t.add(Cl)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),El.copy(n.boundingSphere),El.applyMatrix4(r),sr.copy(e.ray).recast(e.near),!(El.containsPoint(sr.origin)===!1&&(sr.intersectSphere(El,Sm)===null||sr.origin.distanceToSquared(Sm)>(e.far-e.near)**2))&&(ym.copy(r).invert(),sr.copy(e.ray).applyMatrix4(ym),!(n.boundingBox!==null&&sr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,sr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let _=0,M=d.length;_<M;_++){let m=d[_],p=o[m.materialIndex],y=Math.max(m.start,f.start),R=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let w=y,P=R;w<P;w+=3){let T=a.getX(w),x=a.getX(w+1),E=a.getX(w+2);s=Il(this,p,e,n,c,h,u,T,x,E),s&&(s.faceIndex=Math.floor(w/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let _=Math.max(0,f.start),M=Math.min(a.count,f.start+f.count);for(let m=_,p=M;m<p;m+=3){let y=a.getX(m),R=a.getX(m+1),w=a.getX(m+2);s=Il(this,o,e,n,c,h,u,y,R,w),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let _=0,M=d.length;_<M;_++){let m=d[_],p=o[m.materialIndex],y=Math.max(m.start,f.start),R=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let w=y,P=R;w<P;w+=3){let T=w,x=w+1,E=w+2;s=Il(this,p,e,n,c,h,u,T,x,E),s&&(s.faceIndex=Math.floor(w/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let _=Math.max(0,f.start),M=Math.min(l.count,f.start+f.count);for(let m=_,p=M;m<p;m+=3){let y=m,R=m+1,w=m+2;s=Il(this,o,e,n,c,h,u,y,R,w),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function fv(i,e,t,n,s,r,o,a){let l;if(e.side===Wn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===Gs,a),l===null)return null;Pl.copy(a),Pl.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Pl);return c<t.near||c>t.far?null:{distance:c,point:Pl.clone(),object:i}}function Il(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,Tl),i.getVertexPosition(l,Al),i.getVertexPosition(c,Rl);let h=fv(i,e,t,n,Tl,Al,Rl,Mm);if(h){let u=new X;Ns.getBarycoord(Mm,Tl,Al,Rl,u),s&&(h.uv=Ns.getInterpolatedAttribute(s,a,l,c,u,new ht)),r&&(h.uv1=Ns.getInterpolatedAttribute(r,a,l,c,u,new ht)),o&&(h.normal=Ns.getInterpolatedAttribute(o,a,l,c,u,new X),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new X,materialIndex:0};Ns.getNormal(Tl,Al,Rl,d.normal),h.face=d,h.barycoord=u}return h}var nc=class extends qn{constructor(e=null,t=1,n=1,s,r,o,a,l,c=wn,h=wn,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var rr=new Us,pv=new ht(.5,.5),Ll=new X,Fs=class{constructor(e=new ri,t=new ri,n=new ri,s=new ri,r=new ri,o=new ri){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=mi,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],_=r[8],M=r[9],m=r[10],p=r[11],y=r[12],R=r[13],w=r[14],P=r[15];if(s[0].setComponents(c-o,f-h,p-_,P-y).normalize(),s[1].setComponents(c+o,f+h,p+_,P+y).normalize(),s[2].setComponents(c+a,f+u,p+M,P+R).normalize(),s[3].setComponents(c-a,f-u,p-M,P-R).normalize(),n)s[4].setComponents(l,d,m,w).normalize(),s[5].setComponents(c-l,f-d,p-m,P-w).normalize();else if(s[4].setComponents(c-l,f-d,p-m,P-w).normalize(),t===mi)s[5].setComponents(c+l,f+d,p+m,P+w).normalize();else if(t===eo)s[5].setComponents(l,d,m,w).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),rr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),rr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(rr)}intersectsSprite(e){rr.center.set(0,0,0);let t=pv.distanceTo(e.center);return rr.radius=.7071067811865476+t,rr.applyMatrix4(e.matrixWorld),this.intersectsSphere(rr)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(Ll.x=s.normal.x>0?e.max.x:e.min.x,Ll.y=s.normal.y>0?e.max.y:e.min.y,Ll.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Ll)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},bm=new Ut,ic=class i{constructor(){this.coordinateSystem=mi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];bm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Fs),n[s].setFromProjectionMatrix(bm,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Fs),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var Xi=class extends Wi{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new ot(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},sc=new X,rc=new X,wm=new Ut,Go=new or,Dl=new Us,Vu=new X,Em=new X,ar=class extends En{constructor(e=new hn,t=new Xi){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)sc.fromBufferAttribute(t,s-1),rc.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=sc.distanceTo(rc);e.setAttribute("lineDistance",new Ht(n,1))}else Ye("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Dl.copy(n.boundingSphere),Dl.applyMatrix4(s),Dl.radius+=r,e.ray.intersectsSphere(Dl)===!1)return;wm.copy(s).invert(),Go.copy(e.ray).applyMatrix4(wm);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),_=Math.min(h.count,o.start+o.count);for(let M=f,m=_-1;M<m;M+=c){let p=h.getX(M),y=h.getX(M+1),R=Nl(this,e,Go,l,p,y,M);R&&t.push(R)}if(this.isLineLoop){let M=h.getX(_-1),m=h.getX(f),p=Nl(this,e,Go,l,M,m,_-1);p&&t.push(p)}}else{let f=Math.max(0,o.start),_=Math.min(d.count,o.start+o.count);for(let M=f,m=_-1;M<m;M+=c){let p=Nl(this,e,Go,l,M,M+1,M);p&&t.push(p)}if(this.isLineLoop){let M=Nl(this,e,Go,l,_-1,f,_-1);M&&t.push(M)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Nl(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(sc.fromBufferAttribute(a,s),rc.fromBufferAttribute(a,r),t.distanceSqToSegment(sc,rc,Vu,Em)>n)return;Vu.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Vu);if(!(c<e.near||c>e.far))return{distance:c,point:Em.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var Tm=new X,Am=new X,lr=class extends ar{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)Tm.fromBufferAttribute(t,s),Am.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Tm.distanceTo(Am);e.setAttribute("lineDistance",new Ht(n,1))}else Ye("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var oo=class extends Wi{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new ot(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},Rm=new Ut,Yu=new or,Ul=new Us,Fl=new X,ea=class extends En{constructor(e=new hn,t=new oo){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Ul.copy(n.boundingSphere),Ul.applyMatrix4(s),Ul.radius+=r,e.ray.intersectsSphere(Ul)===!1)return;Rm.copy(s).invert(),Yu.copy(e.ray).applyMatrix4(Rm);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,u=n.attributes.position;if(c!==null){let d=Math.max(0,o.start),f=Math.min(c.count,o.start+o.count);for(let _=d,M=f;_<M;_++){let m=c.getX(_);Fl.fromBufferAttribute(u,m),Cm(Fl,m,l,s,e,t,this)}}else{let d=Math.max(0,o.start),f=Math.min(u.count,o.start+o.count);for(let _=d,M=f;_<M;_++)Fl.fromBufferAttribute(u,_),Cm(Fl,_,l,s,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Cm(i,e,t,n,s,r,o){let a=Yu.distanceSqToPoint(i);if(a<t){let l=new X;Yu.closestPointToPoint(i,l),l.applyMatrix4(n);let c=s.ray.origin.distanceTo(l);if(c<s.near||c>s.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var ta=class extends qn{constructor(e=[],t=dr,n,s,r,o,a,l,c,h){super(e,t,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var fs=class extends qn{constructor(e,t,n=Ai,s,r,o,a=wn,l=wn,c,h=us,u=1){if(h!==us&&h!==ms)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new no(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},na=class extends fs{constructor(e,t=Ai,n=dr,s,r,o=wn,a=wn,l,c=us){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},ia=class extends qn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Os=class i extends hn{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;_("z","y","x",-1,-1,n,t,e,o,r,0),_("z","y","x",1,-1,n,t,-e,o,r,1),_("x","z","y",1,1,e,n,t,s,o,2),_("x","z","y",1,-1,e,n,-t,s,o,3),_("x","y","z",1,-1,e,t,n,s,r,4),_("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Ht(c,3)),this.setAttribute("normal",new Ht(h,3)),this.setAttribute("uv",new Ht(u,2));function _(M,m,p,y,R,w,P,T,x,E,O){let I=w/x,L=P/E,B=w/2,z=P/2,N=T/2,H=x+1,$=E+1,V=0,ce=0,Z=new X;for(let j=0;j<$;j++){let ie=j*L-z;for(let de=0;de<H;de++){let ue=de*I-B;Z[M]=ue*y,Z[m]=ie*R,Z[p]=N,c.push(Z.x,Z.y,Z.z),Z[M]=0,Z[m]=0,Z[p]=T>0?1:-1,h.push(Z.x,Z.y,Z.z),u.push(de/x),u.push(1-j/E),V+=1}}for(let j=0;j<E;j++)for(let ie=0;ie<x;ie++){let de=d+ie+H*j,ue=d+ie+H*(j+1),Q=d+(ie+1)+H*(j+1),me=d+(ie+1)+H*j;l.push(de,ue,me),l.push(ue,Q,me),ce+=6}a.addGroup(f,ce,O),f+=ce,d+=V}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},sa=class i extends hn{constructor(e=1,t=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:n,radialSegments:s,heightSegments:r},t=Math.max(0,t),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=t/2,u=Math.PI/2*e,d=t,f=2*u+d,_=n*2+r,M=s+1,m=new X,p=new X;for(let y=0;y<=_;y++){let R=0,w=0,P=0,T=0;if(y<=n){let O=y/n,I=O*Math.PI/2;w=-h-e*Math.cos(I),P=e*Math.sin(I),T=-e*Math.cos(I),R=O*u}else if(y<=n+r){let O=(y-n)/r;w=-h+O*t,P=e,T=0,R=u+O*d}else{let O=(y-n-r)/n,I=O*Math.PI/2;w=h+e*Math.sin(I),P=e*Math.cos(I),T=e*Math.sin(I),R=u+d+O*u}let x=Math.max(0,Math.min(1,R/f)),E=0;y===0?E=.5/s:y===_&&(E=-.5/s);for(let O=0;O<=s;O++){let I=O/s,L=I*Math.PI*2,B=Math.sin(L),z=Math.cos(L);p.x=-P*z,p.y=w,p.z=P*B,a.push(p.x,p.y,p.z),m.set(-P*z,T,P*B),m.normalize(),l.push(m.x,m.y,m.z),c.push(I+E,x)}if(y>0){let O=(y-1)*M;for(let I=0;I<s;I++){let L=O+I,B=O+I+1,z=y*M+I,N=y*M+I+1;o.push(L,B,z),o.push(B,N,z)}}}this.setIndex(o),this.setAttribute("position",new Ht(a,3)),this.setAttribute("normal",new Ht(l,3)),this.setAttribute("uv",new Ht(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}};var ra=class i extends hn{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],_=0,M=[],m=n/2,p=0;y(),o===!1&&(e>0&&R(!0),t>0&&R(!1)),this.setIndex(h),this.setAttribute("position",new Ht(u,3)),this.setAttribute("normal",new Ht(d,3)),this.setAttribute("uv",new Ht(f,2));function y(){let w=new X,P=new X,T=0,x=(t-e)/n;for(let E=0;E<=r;E++){let O=[],I=E/r,L=I*(t-e)+e;for(let B=0;B<=s;B++){let z=B/s,N=z*l+a,H=Math.sin(N),$=Math.cos(N);P.x=L*H,P.y=-I*n+m,P.z=L*$,u.push(P.x,P.y,P.z),w.set(H,x,$).normalize(),d.push(w.x,w.y,w.z),f.push(z,1-I),O.push(_++)}M.push(O)}for(let E=0;E<s;E++)for(let O=0;O<r;O++){let I=M[O][E],L=M[O+1][E],B=M[O+1][E+1],z=M[O][E+1];(e>0||O!==0)&&(h.push(I,L,z),T+=3),(t>0||O!==r-1)&&(h.push(L,B,z),T+=3)}c.addGroup(p,T,0),p+=T}function R(w){let P=_,T=new ht,x=new X,E=0,O=w===!0?e:t,I=w===!0?1:-1;for(let B=1;B<=s;B++)u.push(0,m*I,0),d.push(0,I,0),f.push(.5,.5),_++;let L=_;for(let B=0;B<=s;B++){let N=B/s*l+a,H=Math.cos(N),$=Math.sin(N);x.x=O*$,x.y=m*I,x.z=O*H,u.push(x.x,x.y,x.z),d.push(0,I,0),T.x=H*.5+.5,T.y=$*.5*I+.5,f.push(T.x,T.y),_++}for(let B=0;B<s;B++){let z=P+B,N=L+B;w===!0?h.push(N,N+1,z):h.push(N+1,N,z),E+=3}c.addGroup(p,E,w===!0?1:2),p+=E}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var oa=class i extends hn{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=e/a,d=t/l,f=[],_=[],M=[],m=[];for(let p=0;p<h;p++){let y=p*d-o;for(let R=0;R<c;R++){let w=R*u-r;_.push(w,-y,0),M.push(0,0,1),m.push(R/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let y=0;y<a;y++){let R=y+c*p,w=y+c*(p+1),P=y+1+c*(p+1),T=y+1+c*p;f.push(R,w,T),f.push(w,P,T)}this.setIndex(f),this.setAttribute("position",new Ht(_,3)),this.setAttribute("normal",new Ht(M,3)),this.setAttribute("uv",new Ht(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var cr=class i extends hn{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new X,d=new X,f=[],_=[],M=[],m=[];for(let p=0;p<=n;p++){let y=[],R=p/n,w=o+R*a,P=e*Math.cos(w),T=Math.sqrt(e*e-P*P),x=0;p===0&&o===0?x=.5/t:p===n&&l===Math.PI&&(x=-.5/t);for(let E=0;E<=t;E++){let O=E/t,I=s+O*r;u.x=-T*Math.cos(I),u.y=P,u.z=T*Math.sin(I),_.push(u.x,u.y,u.z),d.copy(u).normalize(),M.push(d.x,d.y,d.z),m.push(O+x,1-R),y.push(c++)}h.push(y)}for(let p=0;p<n;p++)for(let y=0;y<t;y++){let R=h[p][y+1],w=h[p][y],P=h[p+1][y],T=h[p+1][y+1];(p!==0||o>0)&&f.push(R,w,T),(p!==n-1||l<Math.PI)&&f.push(w,P,T)}this.setIndex(f),this.setAttribute("position",new Ht(_,3)),this.setAttribute("normal",new Ht(M,3)),this.setAttribute("uv",new Ht(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};function mr(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(Pm(s))s.isRenderTargetTexture?(Ye("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(Pm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Dn(i){let e={};for(let t=0;t<i.length;t++){let n=mr(i[t]);for(let s in n)e[s]=n[s]}return e}function Pm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function mv(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function Td(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:xt.workingColorSpace}var Eg={clone:mr,merge:Dn},gv=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,_v=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,qi=class extends Wi{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=gv,this.fragmentShader=_v,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=mr(e.uniforms),this.uniformsGroups=mv(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new ot().setHex(s.value);break;case"v2":this.uniforms[n].value=new ht().fromArray(s.value);break;case"v3":this.uniforms[n].value=new X().fromArray(s.value);break;case"v4":this.uniforms[n].value=new qt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new tt().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Ut().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},oc=class extends qi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},aa=class extends Wi{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new ot(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ot(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=oh,this.normalScale=new ht(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ds,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var ac=class extends Wi{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=cg,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},lc=class extends Wi{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Kr(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function Ol(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var ks=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},cc=class extends ks{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Xu,endingEnd:Xu}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case qu:r=e,a=2*t-n;break;case $u:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case qu:o=e,l=2*n-t;break;case $u:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,_=(n-t)/(s-t),M=_*_,m=M*_,p=-d*m+2*d*M-d*_,y=(1+d)*m+(-1.5-2*d)*M+(-.5+d)*_+1,R=(-1-f)*m+(1.5+f)*M+.5*_,w=f*m-f*M;for(let P=0;P!==a;++P)r[P]=p*o[h+P]+y*o[c+P]+R*o[l+P]+w*o[u+P];return r}},hc=class extends ks{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(s-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},uc=class extends ks{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},dc=class extends ks{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let _=(n-t)/(s-t),M=1-_;for(let m=0;m!==a;++m)r[m]=o[c+m]*M+o[l+m]*_;return r}let d=a*2,f=e-1;for(let _=0;_!==a;++_){let M=o[c+_],m=o[l+_],p=f*d+_*2,y=u[p],R=u[p+1],w=e*d+_*2,P=h[w],T=h[w+1],x=vv(n,t,y,P,s);r[_]=Tg(x,M,R,T,m)}return r}};function Tg(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function xv(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function vv(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=Tg(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=xv(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ai=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Kr(t,this.TimeBufferType),this.values=Kr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:Kr(e.times,Array),values:Kr(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),Ol(e.settings)&&(n.settings={inTangents:Kr(e.settings.inTangents,Array),outTangents:Kr(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new uc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new hc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new cc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new dc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Ho:t=this.InterpolantFactoryMethodDiscrete;break;case Jl:t=this.InterpolantFactoryMethodLinear;break;case zl:t=this.InterpolantFactoryMethodSmooth;break;case Wu:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Ye("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ho;case this.InterpolantFactoryMethodLinear:return Jl;case this.InterpolantFactoryMethodSmooth:return zl;case this.InterpolantFactoryMethodBezier:return Wu}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;Ol(this.settings)&&(Im(this.settings.inTangents,e),Im(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;Ol(this.settings)&&(Lm(this.settings.inTangents,e),Lm(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(je("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(je("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){je("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){je("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&Kx(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){je("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===zl,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let _=0;_!==n;++_){let M=t[u+_];if(M!==t[d+_]||M!==t[f+_]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,Ol(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Im(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function Lm(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}ai.prototype.ValueTypeName="";ai.prototype.TimeBufferType=Float32Array;ai.prototype.ValueBufferType=Float32Array;ai.prototype.DefaultInterpolation=Jl;var Bs=class extends ai{constructor(e,t,n){super(e,t,n)}};Bs.prototype.ValueTypeName="bool";Bs.prototype.ValueBufferType=Array;Bs.prototype.DefaultInterpolation=Ho;Bs.prototype.InterpolantFactoryMethodLinear=void 0;Bs.prototype.InterpolantFactoryMethodSmooth=void 0;var fc=class extends ai{constructor(e,t,n,s){super(e,t,n,s)}};fc.prototype.ValueTypeName="color";var pc=class extends ai{constructor(e,t,n,s){super(e,t,n,s)}};pc.prototype.ValueTypeName="number";var mc=class extends ks{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let h=c+a;c!==h;c+=4)Vi.slerpFlat(r,0,o,c-a,o,c,l);return r}},la=class extends ai{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new mc(this.times,this.values,this.getValueSize(),e)}};la.prototype.ValueTypeName="quaternion";la.prototype.InterpolantFactoryMethodSmooth=void 0;var zs=class extends ai{constructor(e,t,n){super(e,t,n)}};zs.prototype.ValueTypeName="string";zs.prototype.ValueBufferType=Array;zs.prototype.DefaultInterpolation=Ho;zs.prototype.InterpolantFactoryMethodLinear=void 0;zs.prototype.InterpolantFactoryMethodSmooth=void 0;var gc=class extends ai{constructor(e,t,n,s){super(e,t,n,s)}};gc.prototype.ValueTypeName="vector";var _c=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],_=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return _}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Ag=new _c,xc=class{constructor(e){this.manager=e!==void 0?e:Ag,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};xc.DEFAULT_MATERIAL_NAME="__DEFAULT";var ao=class extends En{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new ot(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},ca=class extends ao{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(En.DEFAULT_UP),this.updateMatrix(),this.groundColor=new ot(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Hu=new Ut,Dm=new X,Nm=new X,vc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new ht(512,512),this.mapType=Yn,this.map=null,this.mapPass=null,this.matrix=new Ut,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Fs,this._frameExtents=new ht(1,1),this._viewportCount=1,this._viewports=[new qt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Dm.setFromMatrixPosition(e.matrixWorld),t.position.copy(Dm),Nm.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Nm),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){Hu.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(Hu,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===eo||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(Hu)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},kl=new X,Bl=new Vi,Bi=new X,ha=class extends En{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ut,this.projectionMatrix=new Ut,this.projectionMatrixInverse=new Ut,this.coordinateSystem=mi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(kl,Bl,Bi),Bi.x===1&&Bi.y===1&&Bi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(kl,Bl,Bi.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(kl,Bl,Bi),Bi.x===1&&Bi.y===1&&Bi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(kl,Bl,Bi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ds=new X,Um=new ht,Fm=new ht,Vn=class extends ha{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=jl*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(Su*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return jl*2*Math.atan(Math.tan(Su*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Ds.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Ds.x,Ds.y).multiplyScalar(-e/Ds.z),Ds.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Ds.x,Ds.y).multiplyScalar(-e/Ds.z)}getViewSize(e,t){return this.getViewBounds(e,Um,Fm),t.subVectors(Fm,Um)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(Su*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var ua=class extends ha{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Ku=class extends vc{constructor(){super(new ua(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},da=class extends ao{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(En.DEFAULT_UP),this.updateMatrix(),this.target=new En,this.shadow=new Ku}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},fa=class extends ao{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var Zr=-90,Jr=1,lo=class extends En{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Vn(Zr,Jr,e,t);s.layers=this.layers,this.add(s);let r=new Vn(Zr,Jr,e,t);r.layers=this.layers,this.add(r);let o=new Vn(Zr,Jr,e,t);o.layers=this.layers,this.add(o);let a=new Vn(Zr,Jr,e,t);a.layers=this.layers,this.add(a);let l=new Vn(Zr,Jr,e,t);l.layers=this.layers,this.add(l);let c=new Vn(Zr,Jr,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===mi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===eo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),_=e.xr.enabled;e.xr.enabled=!1;let M=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=M,e.setRenderTarget(n,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=_,n.texture.needsPMREMUpdate=!0}},yc=class extends Vn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var Ad="\\[\\]\\.:\\/",yv=new RegExp("["+Ad+"]","g"),Rd="[^"+Ad+"]",Sv="[^"+Ad.replace("\\.","")+"]",Mv=/((?:WC+[\/:])*)/.source.replace("WC",Rd),bv=/(WCOD+)?/.source.replace("WCOD",Sv),wv=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Rd),Ev=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Rd),Tv=new RegExp("^"+Mv+bv+wv+Ev+"$"),Av=["material","materials","bones","map"],Zu=class{constructor(e,t,n){let s=n||Vt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Vt=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(yv,"")}static parseTrackName(e){let t=Tv.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Av.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){Ye("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){je("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){je("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){je("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){je("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){je("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){je("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){je("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;je("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){je("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){je("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Vt.Composite=Zu;Vt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Vt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Vt.prototype.GetterByBindingType=[Vt.prototype._getValue_direct,Vt.prototype._getValue_array,Vt.prototype._getValue_arrayElement,Vt.prototype._getValue_toArray];Vt.prototype.SetterByBindingTypeAndVersioning=[[Vt.prototype._setValue_direct,Vt.prototype._setValue_direct_setNeedsUpdate,Vt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Vt.prototype._setValue_array,Vt.prototype._setValue_array_setNeedsUpdate,Vt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Vt.prototype._setValue_arrayElement,Vt.prototype._setValue_arrayElement_setNeedsUpdate,Vt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Vt.prototype._setValue_fromArray,Vt.prototype._setValue_fromArray_setNeedsUpdate,Vt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var NE=new Float32Array(1);var Om=new Ut,pa=class{constructor(e,t,n=0,s=1/0){this.ray=new or(e,t),this.near=n,this.far=s,this.camera=null,this.layers=new io,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):je("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return Om.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Om),this}intersectObject(e,t=!0,n=[]){return Ju(e,this,n,t),n.sort(km),n}intersectObjects(e,t=!0,n=[]){for(let s=0,r=e.length;s<r;s++)Ju(e[s],this,n,t);return n.sort(km),n}};function km(i,e){return i.distance-e.distance}function Ju(i,e,t,n){let s=!0;if(i.layers.test(e.layers)&&i.raycast(e,t)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Ju(r[o],e,t,!0)}}var ju=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};var ma=class extends lr{constructor(e=10,t=10,n=4473924,s=8947848){n=new ot(n),s=new ot(s);let r=t/2,o=e/t,a=e/2,l=[],c=[];for(let d=0,f=0,_=-a;d<=t;d++,_+=o){l.push(-a,0,_,a,0,_),l.push(_,0,-a,_,0,a);let M=d===r?n:s;M.toArray(c,f),f+=3,M.toArray(c,f),f+=3,M.toArray(c,f),f+=3,M.toArray(c,f),f+=3}let h=new hn;h.setAttribute("position",new Ht(l,3)),h.setAttribute("color",new Ht(c,3));let u=new Xi({vertexColors:!0,toneMapped:!1});super(h,u),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};function Cd(i,e,t,n){let s=Rv(n);switch(t){case xd:return i*e;case yd:return i*e/s.components*s.byteLength;case Ac:return i*e/s.components*s.byteLength;case Vs:return i*e*2/s.components*s.byteLength;case Rc:return i*e*2/s.components*s.byteLength;case vd:return i*e*3/s.components*s.byteLength;case Pi:return i*e*4/s.components*s.byteLength;case Cc:return i*e*4/s.components*s.byteLength;case xa:case va:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case ya:case Sa:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Ic:case Dc:return Math.max(i,16)*Math.max(e,8)/4;case Pc:case Lc:return Math.max(i,8)*Math.max(e,8)/2;case Nc:case Uc:case Oc:case kc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Fc:case Ma:case Bc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case zc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Gc:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case Vc:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case Hc:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case Wc:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case Xc:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case qc:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case $c:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case Yc:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case Kc:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case Zc:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case Jc:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case jc:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case Qc:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case eh:case th:case nh:return Math.ceil(i/4)*Math.ceil(e/4)*16;case ih:case sh:return Math.ceil(i/4)*Math.ceil(e/4)*8;case ba:case rh:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function Rv(i){switch(i){case Yn:case pd:return{byteLength:1,components:1};case fo:case md:case Ci:return{byteLength:2,components:1};case Ec:case Tc:return{byteLength:2,components:4};case Ai:case wc:case Ri:return{byteLength:4,components:1};case gd:case _d:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Ye("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Kg(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function Pv(i){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,_)=>f.start-_.start);let d=0;for(let f=1;f<u.length;f++){let _=u[d],M=u[f];M.start<=_.start+_.count+1?_.count=Math.max(_.count,M.start+M.count-_.start):(++d,u[d]=M)}u.length=d+1;for(let f=0,_=u.length;f<_;f++){let M=u[f];i.bufferSubData(c,M.start*h.BYTES_PER_ELEMENT,h,M.start,M.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Iv=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Lv=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Dv=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Nv=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Uv=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Fv=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Ov=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,kv=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Bv=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,zv=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Gv=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Vv=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,Hv=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Wv=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,Xv=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,qv=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,$v=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Yv=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Kv=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Zv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,Jv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,jv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,Qv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,ey=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,ty=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,ny=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,iy=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,sy=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,ry=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,oy="gl_FragColor = linearToOutputTexel( gl_FragColor );",ay=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,ly=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,cy=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,hy=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,uy=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,dy=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,fy=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,py=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,my=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,gy=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,_y=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,xy=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,vy=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,yy=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Sy=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,My=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,by=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,wy=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Ey=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Ty=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Ay=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Ry=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Cy=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Py=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Iy=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Ly=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,Dy=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Ny=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Uy=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Fy=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Oy=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,ky=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,By=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,zy=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Gy=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Vy=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Hy=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Wy=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Xy=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,qy=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,$y=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Yy=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,Ky=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,Zy=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Jy=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,jy=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,Qy=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,eS=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,tS=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,nS=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,iS=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,sS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,rS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,oS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,aS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,lS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,cS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,hS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,uS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,dS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,fS=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,pS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,mS=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,gS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,_S=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,xS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,vS=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,yS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,SS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,MS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,bS=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,wS=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,ES=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,TS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,AS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,RS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,CS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,PS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,IS=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,LS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,DS=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,NS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,US=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,FS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,OS=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,kS=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,BS=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,zS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,GS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,VS=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,HS=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,WS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,XS=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,qS=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,$S=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,YS=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,KS=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ZS=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,JS=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,jS=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,QS=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,eM=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,tM=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,nM=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,iM=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,sM=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,rM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,oM=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,aM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,lM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,cM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ut={alphahash_fragment:Iv,alphahash_pars_fragment:Lv,alphamap_fragment:Dv,alphamap_pars_fragment:Nv,alphatest_fragment:Uv,alphatest_pars_fragment:Fv,aomap_fragment:Ov,aomap_pars_fragment:kv,batching_pars_vertex:Bv,batching_vertex:zv,begin_vertex:Gv,beginnormal_vertex:Vv,bsdfs:Hv,iridescence_fragment:Wv,bumpmap_pars_fragment:Xv,clipping_planes_fragment:qv,clipping_planes_pars_fragment:$v,clipping_planes_pars_vertex:Yv,clipping_planes_vertex:Kv,color_fragment:Zv,color_pars_fragment:Jv,color_pars_vertex:jv,color_vertex:Qv,common:ey,defaultnormal_vertex:ty,displacementmap_pars_vertex:ny,displacementmap_vertex:iy,emissivemap_fragment:sy,emissivemap_pars_fragment:ry,colorspace_fragment:oy,colorspace_pars_fragment:ay,envmap_fragment:ly,envmap_common_pars_fragment:cy,envmap_pars_fragment:hy,envmap_pars_vertex:uy,envmap_physical_pars_fragment:My,envmap_vertex:dy,fog_vertex:fy,fog_pars_vertex:py,fog_fragment:my,fog_pars_fragment:gy,gradientmap_pars_fragment:_y,lightmap_pars_fragment:xy,lights_lambert_fragment:vy,lights_lambert_pars_fragment:yy,lights_pars_begin:Sy,lights_toon_fragment:by,lights_toon_pars_fragment:wy,lights_phong_fragment:Ey,lights_phong_pars_fragment:Ty,lights_physical_fragment:Ay,lights_physical_pars_fragment:Ry,lights_fragment_begin:Cy,lights_fragment_maps:Py,lights_fragment_end:Iy,lightprobes_pars_fragment:Ly,logdepthbuf_fragment:Dy,logdepthbuf_pars_fragment:Ny,logdepthbuf_pars_vertex:Uy,logdepthbuf_vertex:Fy,map_fragment:Oy,map_pars_fragment:ky,map_particle_fragment:By,map_particle_pars_fragment:zy,metalnessmap_fragment:Gy,metalnessmap_pars_fragment:Vy,morphinstance_vertex:Hy,morphcolor_vertex:Wy,morphnormal_vertex:Xy,morphtarget_pars_vertex:qy,morphtarget_vertex:$y,normal_fragment_begin:Yy,normal_fragment_maps:Ky,normal_pars_fragment:Zy,normal_pars_vertex:Jy,normal_vertex:jy,normalmap_pars_fragment:Qy,clearcoat_normal_fragment_begin:eS,clearcoat_normal_fragment_maps:tS,clearcoat_pars_fragment:nS,iridescence_pars_fragment:iS,opaque_fragment:sS,packing:rS,premultiplied_alpha_fragment:oS,project_vertex:aS,dithering_fragment:lS,dithering_pars_fragment:cS,roughnessmap_fragment:hS,roughnessmap_pars_fragment:uS,shadowmap_pars_fragment:dS,shadowmap_pars_vertex:fS,shadowmap_vertex:pS,shadowmask_pars_fragment:mS,skinbase_vertex:gS,skinning_pars_vertex:_S,skinning_vertex:xS,skinnormal_vertex:vS,specularmap_fragment:yS,specularmap_pars_fragment:SS,tonemapping_fragment:MS,tonemapping_pars_fragment:bS,transmission_fragment:wS,transmission_pars_fragment:ES,uv_pars_fragment:TS,uv_pars_vertex:AS,uv_vertex:RS,worldpos_vertex:CS,background_vert:PS,background_frag:IS,backgroundCube_vert:LS,backgroundCube_frag:DS,cube_vert:NS,cube_frag:US,depth_vert:FS,depth_frag:OS,distance_vert:kS,distance_frag:BS,equirect_vert:zS,equirect_frag:GS,linedashed_vert:VS,linedashed_frag:HS,meshbasic_vert:WS,meshbasic_frag:XS,meshlambert_vert:qS,meshlambert_frag:$S,meshmatcap_vert:YS,meshmatcap_frag:KS,meshnormal_vert:ZS,meshnormal_frag:JS,meshphong_vert:jS,meshphong_frag:QS,meshphysical_vert:eM,meshphysical_frag:tM,meshtoon_vert:nM,meshtoon_frag:iM,points_vert:sM,points_frag:rM,shadow_vert:oM,shadow_frag:aM,sprite_vert:lM,sprite_frag:cM},De={common:{diffuse:{value:new ot(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new tt}},envmap:{envMap:{value:null},envMapRotation:{value:new tt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new tt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new tt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new tt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new tt},normalScale:{value:new ht(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new tt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new tt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new tt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new tt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ot(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new ot(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0},uvTransform:{value:new tt}},sprite:{diffuse:{value:new ot(16777215)},opacity:{value:1},center:{value:new ht(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}}},Zi={basic:{uniforms:Dn([De.common,De.specularmap,De.envmap,De.aomap,De.lightmap,De.fog]),vertexShader:ut.meshbasic_vert,fragmentShader:ut.meshbasic_frag},lambert:{uniforms:Dn([De.common,De.specularmap,De.envmap,De.aomap,De.lightmap,De.emissivemap,De.bumpmap,De.normalmap,De.displacementmap,De.fog,De.lights,{emissive:{value:new ot(0)},envMapIntensity:{value:1}}]),vertexShader:ut.meshlambert_vert,fragmentShader:ut.meshlambert_frag},phong:{uniforms:Dn([De.common,De.specularmap,De.envmap,De.aomap,De.lightmap,De.emissivemap,De.bumpmap,De.normalmap,De.displacementmap,De.fog,De.lights,{emissive:{value:new ot(0)},specular:{value:new ot(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ut.meshphong_vert,fragmentShader:ut.meshphong_frag},standard:{uniforms:Dn([De.common,De.envmap,De.aomap,De.lightmap,De.emissivemap,De.bumpmap,De.normalmap,De.displacementmap,De.roughnessmap,De.metalnessmap,De.fog,De.lights,{emissive:{value:new ot(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ut.meshphysical_vert,fragmentShader:ut.meshphysical_frag},toon:{uniforms:Dn([De.common,De.aomap,De.lightmap,De.emissivemap,De.bumpmap,De.normalmap,De.displacementmap,De.gradientmap,De.fog,De.lights,{emissive:{value:new ot(0)}}]),vertexShader:ut.meshtoon_vert,fragmentShader:ut.meshtoon_frag},matcap:{uniforms:Dn([De.common,De.bumpmap,De.normalmap,De.displacementmap,De.fog,{matcap:{value:null}}]),vertexShader:ut.meshmatcap_vert,fragmentShader:ut.meshmatcap_frag},points:{uniforms:Dn([De.points,De.fog]),vertexShader:ut.points_vert,fragmentShader:ut.points_frag},dashed:{uniforms:Dn([De.common,De.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ut.linedashed_vert,fragmentShader:ut.linedashed_frag},depth:{uniforms:Dn([De.common,De.displacementmap]),vertexShader:ut.depth_vert,fragmentShader:ut.depth_frag},normal:{uniforms:Dn([De.common,De.bumpmap,De.normalmap,De.displacementmap,{opacity:{value:1}}]),vertexShader:ut.meshnormal_vert,fragmentShader:ut.meshnormal_frag},sprite:{uniforms:Dn([De.sprite,De.fog]),vertexShader:ut.sprite_vert,fragmentShader:ut.sprite_frag},background:{uniforms:{uvTransform:{value:new tt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ut.background_vert,fragmentShader:ut.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new tt}},vertexShader:ut.backgroundCube_vert,fragmentShader:ut.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ut.cube_vert,fragmentShader:ut.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ut.equirect_vert,fragmentShader:ut.equirect_frag},distance:{uniforms:Dn([De.common,De.displacementmap,{referencePosition:{value:new X},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ut.distance_vert,fragmentShader:ut.distance_frag},shadow:{uniforms:Dn([De.lights,De.fog,{color:{value:new ot(0)},opacity:{value:1}}]),vertexShader:ut.shadow_vert,fragmentShader:ut.shadow_frag}};Zi.physical={uniforms:Dn([Zi.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new tt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new tt},clearcoatNormalScale:{value:new ht(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new tt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new tt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new tt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new tt},sheen:{value:0},sheenColor:{value:new ot(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new tt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new tt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new tt},transmissionSamplerSize:{value:new ht},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new tt},attenuationDistance:{value:0},attenuationColor:{value:new ot(0)},specularColor:{value:new ot(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new tt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new tt},anisotropyVector:{value:new ht},anisotropyMap:{value:null},anisotropyMapTransform:{value:new tt}}]),vertexShader:ut.meshphysical_vert,fragmentShader:ut.meshphysical_frag};var ch={r:0,b:0,g:0},hM=new Ut,Zg=new tt;Zg.set(-1,0,0,0,1,0,0,0,1);function uM(i,e,t,n,s,r){let o=new ot(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(y){let R=y.isScene===!0?y.background:null;if(R&&R.isTexture){let w=y.backgroundBlurriness>0;R=e.get(R,w)}return R}function _(y){let R=!1,w=f(y);w===null?m(o,a):w&&w.isColor&&(m(w,1),R=!0);let P=i.xr.getEnvironmentBlendMode();P==="additive"?t.buffers.color.setClear(0,0,0,1,r):P==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||R)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function M(y,R){let w=f(R);w&&w.isCubeTexture?(c===void 0&&(c=new $n(new Os(1,1,1),new qi({name:"BackgroundCubeMaterial",uniforms:mr(Zi.backgroundCube.uniforms),vertexShader:Zi.backgroundCube.vertexShader,fragmentShader:Zi.backgroundCube.fragmentShader,side:Wn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(P,T,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=w,c.material.uniforms.backgroundBlurriness.value=R.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(hM.makeRotationFromEuler(R.backgroundRotation)).transpose(),w.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Zg),c.material.toneMapped=xt.getTransfer(w.colorSpace)!==Tt,(h!==w||u!==w.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=w,u=w.version,d=i.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null)):w&&w.isTexture&&(l===void 0&&(l=new $n(new oa(2,2),new qi({name:"BackgroundMaterial",uniforms:mr(Zi.background.uniforms),vertexShader:Zi.background.vertexShader,fragmentShader:Zi.background.fragmentShader,side:Gs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=w,l.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,l.material.toneMapped=xt.getTransfer(w.colorSpace)!==Tt,w.matrixAutoUpdate===!0&&w.updateMatrix(),l.material.uniforms.uvTransform.value.copy(w.matrix),(h!==w||u!==w.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=w,u=w.version,d=i.toneMapping),l.layers.enableAll(),y.unshift(l,l.geometry,l.material,0,0,null))}function m(y,R){y.getRGB(ch,Td(i)),t.buffers.color.setClear(ch.r,ch.g,ch.b,R,r)}function p(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(y,R=1){o.set(y),a=R,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(y){a=y,m(o,a)},render:_,addToRenderList:M,dispose:p}}function dM(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(L,B,z,N,H){let $=!1,V=u(L,N,z,B);r!==V&&(r=V,c(r.object)),$=f(L,N,z,H),$&&_(L,N,z,H),H!==null&&e.update(H,i.ELEMENT_ARRAY_BUFFER),($||o)&&(o=!1,w(L,B,z,N),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(H).buffer))}function l(){return i.createVertexArray()}function c(L){return i.bindVertexArray(L)}function h(L){return i.deleteVertexArray(L)}function u(L,B,z,N){let H=N.wireframe===!0,$=n[B.id];$===void 0&&($={},n[B.id]=$);let V=L.isInstancedMesh===!0?L.id:0,ce=$[V];ce===void 0&&(ce={},$[V]=ce);let Z=ce[z.id];Z===void 0&&(Z={},ce[z.id]=Z);let j=Z[H];return j===void 0&&(j=d(l()),Z[H]=j),j}function d(L){let B=[],z=[],N=[];for(let H=0;H<t;H++)B[H]=0,z[H]=0,N[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:B,enabledAttributes:z,attributeDivisors:N,object:L,attributes:{},index:null}}function f(L,B,z,N){let H=r.attributes,$=B.attributes,V=0,ce=z.getAttributes();for(let Z in ce)if(ce[Z].location>=0){let ie=H[Z],de=$[Z];if(de===void 0&&(Z==="instanceMatrix"&&L.instanceMatrix&&(de=L.instanceMatrix),Z==="instanceColor"&&L.instanceColor&&(de=L.instanceColor)),ie===void 0||ie.attribute!==de||de&&ie.data!==de.data)return!0;V++}return r.attributesNum!==V||r.index!==N}function _(L,B,z,N){let H={},$=B.attributes,V=0,ce=z.getAttributes();for(let Z in ce)if(ce[Z].location>=0){let ie=$[Z];ie===void 0&&(Z==="instanceMatrix"&&L.instanceMatrix&&(ie=L.instanceMatrix),Z==="instanceColor"&&L.instanceColor&&(ie=L.instanceColor));let de={};de.attribute=ie,ie&&ie.data&&(de.data=ie.data),H[Z]=de,V++}r.attributes=H,r.attributesNum=V,r.index=N}function M(){let L=r.newAttributes;for(let B=0,z=L.length;B<z;B++)L[B]=0}function m(L){p(L,0)}function p(L,B){let z=r.newAttributes,N=r.enabledAttributes,H=r.attributeDivisors;z[L]=1,N[L]===0&&(i.enableVertexAttribArray(L),N[L]=1),H[L]!==B&&(i.vertexAttribDivisor(L,B),H[L]=B)}function y(){let L=r.newAttributes,B=r.enabledAttributes;for(let z=0,N=B.length;z<N;z++)B[z]!==L[z]&&(i.disableVertexAttribArray(z),B[z]=0)}function R(L,B,z,N,H,$,V){V===!0?i.vertexAttribIPointer(L,B,z,H,$):i.vertexAttribPointer(L,B,z,N,H,$)}function w(L,B,z,N){M();let H=N.attributes,$=z.getAttributes(),V=B.defaultAttributeValues;for(let ce in $){let Z=$[ce];if(Z.location>=0){let j=H[ce];if(j===void 0&&(ce==="instanceMatrix"&&L.instanceMatrix&&(j=L.instanceMatrix),ce==="instanceColor"&&L.instanceColor&&(j=L.instanceColor)),j!==void 0){let ie=j.normalized,de=j.itemSize,ue=e.get(j);if(ue===void 0)continue;let Q=ue.buffer,me=ue.type,xe=ue.bytesPerElement,Re=me===i.INT||me===i.UNSIGNED_INT||j.gpuType===wc;if(j.isInterleavedBufferAttribute){let be=j.data,We=be.isInterleavedBuffer===!0?be.stride:be.itemSize,st=j.offset;if(be.isInstancedInterleavedBuffer||be.isInstancedBufferAttribute){for(let Ve=0;Ve<Z.locationSize;Ve++)p(Z.location+Ve,be.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=be.meshPerAttribute*be.count)}else for(let Ve=0;Ve<Z.locationSize;Ve++)m(Z.location+Ve);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Ve=0;Ve<Z.locationSize;Ve++)R(Z.location+Ve,de/Z.locationSize,me,ie,We*xe,(st+de/Z.locationSize*Ve)*xe,Re)}else{if(j.isInstancedBufferAttribute){for(let be=0;be<Z.locationSize;be++)p(Z.location+be,j.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let be=0;be<Z.locationSize;be++)m(Z.location+be);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let be=0;be<Z.locationSize;be++)R(Z.location+be,de/Z.locationSize,me,ie,de*xe,de/Z.locationSize*be*xe,Re)}}else if(V!==void 0){let ie=V[ce];if(ie!==void 0)switch(ie.length){case 2:i.vertexAttrib2fv(Z.location,ie);break;case 3:i.vertexAttrib3fv(Z.location,ie);break;case 4:i.vertexAttrib4fv(Z.location,ie);break;default:i.vertexAttrib1fv(Z.location,ie)}}}}y()}function P(){O();for(let L in n){let B=n[L];for(let z in B){let N=B[z];for(let H in N){let $=N[H];for(let V in $)h($[V].object),delete $[V];delete N[H]}}delete n[L]}}function T(L){if(n[L.id]===void 0)return;let B=n[L.id];for(let z in B){let N=B[z];for(let H in N){let $=N[H];for(let V in $)h($[V].object),delete $[V];delete N[H]}}delete n[L.id]}function x(L){for(let B in n){let z=n[B];for(let N in z){let H=z[N];if(H[L.id]===void 0)continue;let $=H[L.id];for(let V in $)h($[V].object),delete $[V];delete H[L.id]}}}function E(L){for(let B in n){let z=n[B],N=L.isInstancedMesh===!0?L.id:0,H=z[N];if(H!==void 0){for(let $ in H){let V=H[$];for(let ce in V)h(V[ce].object),delete V[ce];delete H[$]}delete z[N],Object.keys(z).length===0&&delete n[B]}}}function O(){I(),o=!0,r!==s&&(r=s,c(r.object))}function I(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:O,resetDefaultState:I,dispose:P,releaseStatesOfGeometry:T,releaseStatesOfObject:E,releaseStatesOfProgram:x,initAttributes:M,enableAttribute:m,disableUnusedAttributes:y}}function fM(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function pM(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let x=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Pi&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let E=x===Ci&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(x!==Yn&&x!==Ri&&!E&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(Ye("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&Ye("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&Ye("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),M=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),p=i.getParameter(i.MAX_VERTEX_ATTRIBS),y=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),R=i.getParameter(i.MAX_VARYING_VECTORS),w=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),P=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:_,maxTextureSize:M,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:y,maxVaryings:R,maxFragmentUniforms:w,maxSamples:P,samples:T}}function mM(i){let e=this,t=null,n=0,s=!1,r=!1,o=new ri,a=new tt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let _=u.clippingPlanes,M=u.clipIntersection,m=u.clipShadows,p=i.get(u);if(!s||_===null||_.length===0||r&&!m)r?h(null):c();else{let y=r?0:n,R=y*4,w=p.clippingState||null;l.value=w,w=h(_,d,R,f);for(let P=0;P!==R;++P)w[P]=t[P];p.clippingState=w,this.numIntersection=M?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(u,d,f,_){let M=u!==null?u.length:0,m=null;if(M!==0){if(m=l.value,_!==!0||m===null){let p=f+M*4,y=d.matrixWorldInverse;a.getNormalMatrix(y),(m===null||m.length<p)&&(m=new Float32Array(p));for(let R=0,w=f;R!==M;++R,w+=4)o.copy(u[R]).applyMatrix4(y,a),o.normal.toArray(m,w),m[w+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=M,e.numIntersection=0,m}}var Ta=class extends oi{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new ta(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Os(5,5,5),r=new qi({name:"CubemapFromEquirect",uniforms:mr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Wn,blending:hr});r.uniforms.tEquirect.value=t;let o=new $n(s,r),a=t.minFilter;return t.minFilter===ps&&(t.minFilter=Hn),new lo(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},Rg=256,gM=3,_M=20,Jg=256,jg=16,xM=3,vM=new X,yM=new ot,uh=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new lo(1,10,null),this._boxMesh=new $n(new Os(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=vM}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,_=l.autoClearStencil,M=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,M===null&&(e.background=l.getClearColor(yM));let m=new lo(n,s,h);return m.position.copy(a),m.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=_,e.background=M,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Ig(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Pg(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(Rg,Sg(e))}_fromTexture(e,t){e.mapping===dr||e.mapping===uo?this._setSize(e.image.length===0?Rg:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=Cg(e,!1,!1),n=Math.log2(e)-gM;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Cg(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===dr||e.mapping===uo?(this._cubemapMaterial===null&&(this._cubemapMaterial=Ig()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Pg()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=SM(),this._integrationMaterial=MM());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/jg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-xM)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(Jg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=bM());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function Cg(i,e,t){return new Ta(i,{minFilter:ps,generateMipmaps:e,type:Ci,colorSpace:Wo,depthBuffer:t})}function Aa(i,e,t){return new qi({name:i,uniforms:e,vertexShader:ut.cube_vert,fragmentShader:t,side:Wn,blending:hr,depthTest:!1,depthWrite:!1})}function SM(){return Aa("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Jg}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function MM(){return Aa("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:jg}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function bM(){return Aa("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${_M}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Pg(){return Aa("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Ig(){return Aa("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function wM(i){let e=new WeakMap,t=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Sc||f===Mc)if(e.has(d)){let _=e.get(d).texture;return a(_,d.mapping)}else{let _=d.image;if(_&&_.height>0){let M=new Ta(_.height);return M.fromEquirectangularTexture(i,d),e.set(d,M),d.addEventListener("dispose",c),a(M.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,_=f===Sc||f===Mc,M=f===dr||f===uo;if(_||M){let m=t.get(d),p=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==p)return n===null&&(n=new uh(i)),m=_?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),m.texture;if(m!==void 0)return m.texture;{let y=d.image;return _&&y&&y.height>0||M&&y&&l(y)?(n===null&&(n=new uh(i)),m=_?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===Sc?d.mapping=dr:f===Mc&&(d.mapping=uo),d}function l(d){let f=0,_=6;for(let M=0;M<_;M++)d[M]!==void 0&&f++;return f===_}function c(d){let f=d.target;f.removeEventListener("dispose",c);let _=e.get(f);_!==void 0&&(e.delete(f),_.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let _=t.get(f);_!==void 0&&(t.delete(f),_.dispose())}function u(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function EM(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&Vo("WebGLRenderer: "+n+" extension not supported."),s}}}function TM(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(_=>delete s[_]);function a(_){l(_.target)}function l(_){_.index!==null&&e.remove(_.index);for(let m in _.attributes)e.remove(_.attributes[m]);_.removeEventListener("dispose",a),delete s[_.id],o.unregister(_);let M=r.get(_);M&&(e.remove(M),r.delete(_)),n.releaseStatesOfGeometry(_),_.isInstancedBufferGeometry===!0&&delete _._maxInstanceCount,t.memory.geometries--}function c(_,M){return s[M.id]!==void 0||(M.addEventListener("dispose",a),s[M.id]=new WeakRef(M),o.register(M,M.id,M),t.memory.geometries++),M}function h(_){let M=_.attributes;for(let m in M)e.update(M[m],i.ARRAY_BUFFER)}function u(_){let M=_.index,m=_.attributes.position,p=0;if(m===void 0)return;let y=M!==null?M.array.length:m.array.length/3-1,R=m.count>=65535?Jo:Zo,w=new R(Math.ceil(y/3)*6,1),P=w.array;if(M!==null){let x=M.array;p=M.version;for(let E=0,O=0;E<y;E+=3){let I=x[E+0],L=x[E+1],B=x[E+2];P[O++]=I,P[O++]=L,P[O++]=L,P[O++]=B,P[O++]=B,P[O++]=I}}else{p=m.version;for(let x=0,E=0;x<y;x+=3){let O=x+0,I=x+1,L=x+2;P[E++]=O,P[E++]=I,P[E++]=I,P[E++]=L,P[E++]=L,P[E++]=O}}w.version=p;let T=r.get(_);T&&e.remove(T),r.set(_,w)}function d(_){let M=r.get(_);if(M){let m=_.index;m!==null&&M.version<m.version&&u(_)}else u(_);return r.get(_)}function f(){for(let _ in s){let M=s[_].deref();M!==void 0&&l(M)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function AM(i,e,t){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),t.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),t.update(d,n,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let M=0;for(let m=0;m<f;m++)M+=d[m];t.update(M,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function RM(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:je("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function CM(i,e,t){let n=new WeakMap,s=new qt;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let O=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",O)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,_=a.morphAttributes.normal!==void 0,M=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],y=a.morphAttributes.color||[],R=0;f===!0&&(R=1),_===!0&&(R=2),M===!0&&(R=3);let w=a.attributes.position.count*R,P=1;w>e.maxTextureSize&&(P=Math.ceil(w/e.maxTextureSize),w=e.maxTextureSize);let T=new Float32Array(w*P*4*u),x=new Yo(T,w,P,u);x.type=Ri,x.needsUpdate=!0;let E=R*4;for(let I=0;I<u;I++){let L=m[I],B=p[I],z=y[I],N=w*P*4*I;for(let H=0;H<L.count;H++){let $=H*E;f===!0&&(s.fromBufferAttribute(L,H),T[N+$+0]=s.x,T[N+$+1]=s.y,T[N+$+2]=s.z,T[N+$+3]=0),_===!0&&(s.fromBufferAttribute(B,H),T[N+$+4]=s.x,T[N+$+5]=s.y,T[N+$+6]=s.z,T[N+$+7]=0),M===!0&&(s.fromBufferAttribute(z,H),T[N+$+8]=s.x,T[N+$+9]=s.y,T[N+$+10]=s.z,T[N+$+11]=z.itemSize===4?s.w:1)}}d={count:u,texture:x,size:new ht(w,P)},n.set(a,d),a.addEventListener("dispose",O)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let f=0;for(let M=0;M<c.length;M++)f+=c[M];let _=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",_),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function PM(i,e,t,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var IM={[od]:"LINEAR_TONE_MAPPING",[ad]:"REINHARD_TONE_MAPPING",[ld]:"CINEON_TONE_MAPPING",[cd]:"ACES_FILMIC_TONE_MAPPING",[ud]:"AGX_TONE_MAPPING",[dd]:"NEUTRAL_TONE_MAPPING",[hd]:"CUSTOM_TONE_MAPPING"};function LM(i,e,t,n,s,r){let o=new oi(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new hn;h.setAttribute("position",new Ht([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Ht([0,2,0,0,2,0],2));let u=new oc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new $n(h,u),f=new ua(-1,1,1,-1,0,1),_=null,M=null,m=!1,p,y=null,R=[],w=!1;this.setSize=function(P,T){o.setSize(P,T),a!==null&&a.setSize(P,T),l!==null&&l.setSize(P,T);for(let x=0;x<R.length;x++){let E=R[x];E.setSize&&E.setSize(P,T)}},this.setEffects=function(P){R=P,w=R.length>0&&R[0].isRenderPass===!0;let T=o.width,x=o.height;R.length>0&&a===null&&(a=new oi(T,x,{type:Ci,depthBuffer:!1,stencilBuffer:!1}),l=new oi(T,x,{type:Ci,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&R.some(O=>O.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new fs(T,x),r===!0&&(c.format=ms,c.type=fr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let O=0;O<R.length;O++){let I=R[O];I.setSize&&I.setSize(T,x),E&&I.needsDepthTexture===!0&&I.setDepthTexture&&I.setDepthTexture(c)}},this.begin=function(P,T){if(m||P.toneMapping===Yi&&R.length===0)return!1;if(y=T,T!==null){let x=T.width,E=T.height;(o.width!==x||o.height!==E)&&this.setSize(x,E)}return w===!1&&P.setRenderTarget(o),p=P.toneMapping,P.toneMapping=Yi,!0},this.hasRenderPass=function(){return w},this.end=function(P,T){P.toneMapping=p,m=!0;let x=o,E=a;for(let O=0;O<R.length;O++){let I=R[O];I.enabled!==!1&&(I.render(P,E,x,T),I.needsSwap!==!1&&(x=E,E=E===a?l:a))}if(_!==P.outputColorSpace||M!==P.toneMapping){_=P.outputColorSpace,M=P.toneMapping,u.defines={},xt.getTransfer(_)===Tt&&(u.defines.SRGB_TRANSFER="");let O=IM[M];O&&(u.defines[O]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=x.texture,P.setRenderTarget(y),P.render(d,f),y=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var Qg=new qn,e0=new fs(1,1),t0=new na(1),n0=new Yo,i0=new tc,s0=new ta,Lg=[],Dg=[],Ng=new Float32Array(16),Ug=new Float32Array(9),Fg=new Float32Array(4);function mo(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=Lg[s];if(r===void 0&&(r=new Float32Array(s),Lg[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function mn(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function gn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function fh(i,e){let t=Dg[e];t===void 0&&(t=new Int32Array(e),Dg[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function DM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function NM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(mn(t,e))return;i.uniform2fv(this.addr,e),gn(t,e)}}function UM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(mn(t,e))return;i.uniform3fv(this.addr,e),gn(t,e)}}function FM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(mn(t,e))return;i.uniform4fv(this.addr,e),gn(t,e)}}function OM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(mn(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),gn(t,e)}else{if(mn(t,n))return;Fg.set(n),i.uniformMatrix2fv(this.addr,!1,Fg),gn(t,n)}}function kM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(mn(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),gn(t,e)}else{if(mn(t,n))return;Ug.set(n),i.uniformMatrix3fv(this.addr,!1,Ug),gn(t,n)}}function BM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(mn(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),gn(t,e)}else{if(mn(t,n))return;Ng.set(n),i.uniformMatrix4fv(this.addr,!1,Ng),gn(t,n)}}function zM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function GM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(mn(t,e))return;i.uniform2iv(this.addr,e),gn(t,e)}}function VM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(mn(t,e))return;i.uniform3iv(this.addr,e),gn(t,e)}}function HM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(mn(t,e))return;i.uniform4iv(this.addr,e),gn(t,e)}}function WM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function XM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(mn(t,e))return;i.uniform2uiv(this.addr,e),gn(t,e)}}function qM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(mn(t,e))return;i.uniform3uiv(this.addr,e),gn(t,e)}}function $M(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(mn(t,e))return;i.uniform4uiv(this.addr,e),gn(t,e)}}function ph(i){return i.version===0&&(i.compareFunction=bd,i.needsUpdate=!0),i}function YM(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=ph(e0):r=Qg,t.setTexture2D(e||r,s)}function KM(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||i0,s)}function ZM(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=ph(t0):r=s0,t.setTextureCube(e||r,s)}function JM(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||n0,s)}function jM(i){switch(i){case 5126:return DM;case 35664:return NM;case 35665:return UM;case 35666:return FM;case 35674:return OM;case 35675:return kM;case 35676:return BM;case 5124:case 35670:return zM;case 35667:case 35671:return GM;case 35668:case 35672:return VM;case 35669:case 35673:return HM;case 5125:return WM;case 36294:return XM;case 36295:return qM;case 36296:return $M;case 35678:case 36198:case 36298:case 36306:case 35682:return YM;case 35679:case 36299:case 36307:return KM;case 35680:case 36300:case 36308:case 36293:return ZM;case 36289:case 36303:case 36311:case 36292:return JM}}function QM(i,e){i.uniform1fv(this.addr,e)}function eb(i,e){let t=mo(e,this.size,2);i.uniform2fv(this.addr,t)}function tb(i,e){let t=mo(e,this.size,3);i.uniform3fv(this.addr,t)}function nb(i,e){let t=mo(e,this.size,4);i.uniform4fv(this.addr,t)}function ib(i,e){let t=mo(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function sb(i,e){let t=mo(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function rb(i,e){let t=mo(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function ob(i,e){i.uniform1iv(this.addr,e)}function ab(i,e){i.uniform2iv(this.addr,e)}function lb(i,e){i.uniform3iv(this.addr,e)}function cb(i,e){i.uniform4iv(this.addr,e)}function hb(i,e){i.uniform1uiv(this.addr,e)}function ub(i,e){i.uniform2uiv(this.addr,e)}function db(i,e){i.uniform3uiv(this.addr,e)}function fb(i,e){i.uniform4uiv(this.addr,e)}function pb(i,e,t){let n=this.cache,s=e.length,r=fh(t,s);mn(n,r)||(i.uniform1iv(this.addr,r),gn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=ph(e0):o=Qg;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function mb(i,e,t){let n=this.cache,s=e.length,r=fh(t,s);mn(n,r)||(i.uniform1iv(this.addr,r),gn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||i0,r[o])}function gb(i,e,t){let n=this.cache,s=e.length,r=fh(t,s);mn(n,r)||(i.uniform1iv(this.addr,r),gn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=ph(t0):o=s0;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function _b(i,e,t){let n=this.cache,s=e.length,r=fh(t,s);mn(n,r)||(i.uniform1iv(this.addr,r),gn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||n0,r[o])}function xb(i){switch(i){case 5126:return QM;case 35664:return eb;case 35665:return tb;case 35666:return nb;case 35674:return ib;case 35675:return sb;case 35676:return rb;case 5124:case 35670:return ob;case 35667:case 35671:return ab;case 35668:case 35672:return lb;case 35669:case 35673:return cb;case 5125:return hb;case 36294:return ub;case 36295:return db;case 36296:return fb;case 35678:case 36198:case 36298:case 36306:case 35682:return pb;case 35679:case 36299:case 36307:return mb;case 35680:case 36300:case 36308:case 36293:return gb;case 36289:case 36303:case 36311:case 36292:return _b}}var Ld=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=jM(t.type)}},Dd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=xb(t.type)}},Nd=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},Pd=/(\w+)(\])?(\[|\.)?/g;function Og(i,e){i.seq.push(e),i.map[e.id]=e}function vb(i,e,t){let n=i.name,s=n.length;for(Pd.lastIndex=0;;){let r=Pd.exec(n),o=Pd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Og(t,c===void 0?new Ld(a,i,e):new Dd(a,i,e));break}else{let u=t.map[a];u===void 0&&(u=new Nd(a),Og(t,u)),t=u}}}var po=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);vb(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function kg(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var yb=37297,Sb=0;function Mb(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var Bg=new tt;function bb(i){xt._getMatrix(Bg,xt.workingColorSpace,i);let e=`mat3( ${Bg.elements.map(t=>t.toFixed(4))} )`;switch(xt.getTransfer(i)){case Xo:return[e,"LinearTransferOETF"];case Tt:return[e,"sRGBTransferOETF"];default:return Ye("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function zg(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+Mb(i.getShaderSource(e),a)}else return r}function wb(i,e){let t=bb(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Eb={[od]:"Linear",[ad]:"Reinhard",[ld]:"Cineon",[cd]:"ACESFilmic",[ud]:"AgX",[dd]:"Neutral",[hd]:"Custom"};function Tb(i,e){let t=Eb[e];return t===void 0?(Ye("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var hh=new X;function Ab(){xt.getLuminanceCoefficients(hh);let i=hh.x.toFixed(4),e=hh.y.toFixed(4),t=hh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Rb(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Ea).join(`
`)}function Cb(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function Pb(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function Ea(i){return i!==""}function Gg(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Vg(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var Ib=/^[ \t]*#include +<([\w\d./]+)>/gm;function Ud(i){return i.replace(Ib,Lb)}function Lb(i,e){let t=ut[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return Ud(t)}var Db=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Hg(i){return i.replace(Db,Nb)}function Nb(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Wg(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var Ub={[ga]:"SHADOWMAP_TYPE_PCF",[co]:"SHADOWMAP_TYPE_VSM"};function Fb(i){return Ub[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Ob={[uo]:"ENVMAP_MODE_REFRACTION"};function kb(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":Ob[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Bb={[rd]:"ENVMAP_BLENDING_MULTIPLY",[og]:"ENVMAP_BLENDING_MIX",[ag]:"ENVMAP_BLENDING_ADD"};function zb(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":Bb[i.combine]||"ENVMAP_BLENDING_NONE"}function Gb(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=Fb(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=kb(t),u=zb(t),d=Rb(t),f=Cb(r),_=s.createProgram(),M,m,p=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(M=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Ea).join(`
`),M.length>0&&(M+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Ea).join(`
`),m.length>0&&(m+=`
`)):(M=[Wg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Ea).join(`
`),m=[Wg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==Yi?"#define TONE_MAPPING":"",t.toneMapping!==Yi?ut.tonemapping_pars_fragment:"",t.toneMapping!==Yi?Tb("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ut.colorspace_pars_fragment,wb("linearToOutputTexel",t.outputColorSpace),Ab(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Ea).join(`
`)),o=Ud(o),o=Gg(o,t),o=Vg(o,t),a=Ud(a),a=Gg(a,t),a=Vg(a,t),o=Hg(o),a=Hg(a),t.isRawShaderMaterial!==!0&&(p=`#version 300 es
`,M=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+M,m=["#define varying in",t.glslVersion===Ed?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===Ed?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let y=p+M+o,R=p+m+a,w=kg(s,s.VERTEX_SHADER,y),P=kg(s,s.FRAGMENT_SHADER,R);s.attachShader(_,w),s.attachShader(_,P),t.index0AttributeName!==void 0?s.bindAttribLocation(_,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(_,0,"position"),s.linkProgram(_);function T(I){if(i.debug.checkShaderErrors){let L=s.getProgramInfoLog(_)||"",B=s.getShaderInfoLog(w)||"",z=s.getShaderInfoLog(P)||"",N=L.trim(),H=B.trim(),$=z.trim(),V=!0,ce=!0;if(s.getProgramParameter(_,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,_,w,P);else{let Z=zg(s,w,"vertex"),j=zg(s,P,"fragment");je("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(_,s.VALIDATE_STATUS)+`

Material Name: `+I.name+`
Material Type: `+I.type+`

Program Info Log: `+N+`
`+Z+`
`+j)}else N!==""?Ye("WebGLProgram: Program Info Log:",N):(H===""||$==="")&&(ce=!1);ce&&(I.diagnostics={runnable:V,programLog:N,vertexShader:{log:H,prefix:M},fragmentShader:{log:$,prefix:m}})}s.deleteShader(w),s.deleteShader(P),x=new po(s,_),E=Pb(s,_)}let x;this.getUniforms=function(){return x===void 0&&T(this),x};let E;this.getAttributes=function(){return E===void 0&&T(this),E};let O=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return O===!1&&(O=s.getProgramParameter(_,yb)),O},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(_),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=Sb++,this.cacheKey=e,this.usedTimes=1,this.program=_,this.vertexShader=w,this.fragmentShader=P,this}var Vb=0,Fd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Od(e),t.set(e,n)),n}},Od=class{constructor(e){this.id=Vb++,this.code=e,this.usedTimes=0}};function Hb(i){return i===Vs||i===Ma||i===ba}function Wb(i,e,t,n,s,r){let o=new io,a=new Fd,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(x){return l.add(x),x===0?"uv":`uv${x}`}function _(x,E,O,I,L,B){let z=I.fog,N=L.geometry,H=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?I.environment:null,$=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,V=e.get(x.envMap||H,$),ce=d[x.type],Z=n.precision;x.precision!==null&&(Z=n.getMaxPrecision(x.precision),Z!==x.precision&&Ye("WebGLProgram.getParameters:",x.precision,"not supported, using",Z,"instead."));let j=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,ie=j!==void 0?j.length:0,de=0;N.morphAttributes.position!==void 0&&(de=1),N.morphAttributes.normal!==void 0&&(de=2),N.morphAttributes.color!==void 0&&(de=3);let ue,Q,me,xe;if(ce){let Ce=Zi[ce];ue=Ce.vertexShader,Q=Ce.fragmentShader}else{ue=x.vertexShader,Q=x.fragmentShader;let Ce=a.getVertexShaderStage(x),at=a.getFragmentShaderStage(x);a.update(x,Ce,at),me=Ce.id,xe=at.id}let Re=i.getRenderTarget(),be=i.state.buffers.depth.getReversed(),We=L.isInstancedMesh===!0,st=L.isBatchedMesh===!0,Ve=!!x.map,dt=!!x.matcap,lt=!!V,nt=lt&&V.isPMREMTexture===!0,Wt=!!x.aoMap,Ft=!!x.lightMap,tn=!!x.bumpMap&&x.wireframe===!1,Pt=!!x.normalMap,_n=!!x.displacementMap,yt=!!x.emissiveMap,un=!!x.metalnessMap,Yt=!!x.roughnessMap,nn=x.anisotropy>0,F=x.clearcoat>0,Pe=x.diffuseRoughness>0,$e=x.dispersion>0,rt=x.retroreflectivity>0,we=x.iridescence>0,Lt=x.sheen>0,Ge=x.transmission>0,qe=nn&&!!x.anisotropyMap,A=F&&!!x.clearcoatMap,v=F&&!!x.clearcoatNormalMap,W=F&&!!x.clearcoatRoughnessMap,he=Pe&&!!x.diffuseRoughnessMap,re=we&&!!x.iridescenceMap,_e=we&&!!x.iridescenceThicknessMap,ve=Lt&&!!x.sheenColorMap,ee=Lt&&!!x.sheenRoughnessMap,ne=!!x.specularMap,pe=!!x.specularColorMap,U=!!x.specularIntensityMap,se=Ge&&!!x.transmissionMap,te=Ge&&!!x.thicknessMap,Ee=!!x.gradientMap,ge=!!x.alphaMap,Se=x.alphaTest>0,He=!!x.alphaHash,Ze=!!x.extensions,le=Yi;x.toneMapped&&(Re===null||Re.isXRRenderTarget===!0)&&(le=i.toneMapping);let ke=nt?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,Je={shaderID:ce,shaderType:x.type,shaderName:x.name,vertexShader:ue,fragmentShader:Q,defines:x.defines,customVertexShaderID:me,customFragmentShaderID:xe,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:Z,batching:st,batchingColor:st&&L._colorsTexture!==null,instancing:We,instancingColor:We&&L.instanceColor!==null,instancingMorph:We&&L.morphTexture!==null,outputColorSpace:Re===null?i.outputColorSpace:Re.isXRRenderTarget===!0?Re.texture.colorSpace:xt.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Ve,matcap:dt,envMap:lt,envMapMode:lt&&V.mapping,envMapPMREM:nt,envMapMaxLod:nt?ke.length-1:null,envMapSize:nt?ke[0].width:null,aoMap:Wt,lightMap:Ft,bumpMap:tn,normalMap:Pt,displacementMap:_n,emissiveMap:yt,normalMapObjectSpace:Pt&&x.normalMapType===hg,normalMapTangentSpace:Pt&&x.normalMapType===oh,packedNormalMap:Pt&&x.normalMapType===oh&&Hb(x.normalMap.format),metalnessMap:un,roughnessMap:Yt,anisotropy:nn,anisotropyMap:qe,clearcoat:F,clearcoatMap:A,clearcoatNormalMap:v,clearcoatRoughnessMap:W,diffuseRoughness:Pe,diffuseRoughnessMap:he,dispersion:$e,retroreflection:rt,iridescence:we,iridescenceMap:re,iridescenceThicknessMap:_e,sheen:Lt,sheenColorMap:ve,sheenRoughnessMap:ee,specularMap:ne,specularColorMap:pe,specularIntensityMap:U,transmission:Ge,transmissionMap:se,thicknessMap:te,gradientMap:Ee,opaque:x.transparent===!1&&x.blending===ho&&x.alphaToCoverage===!1,alphaMap:ge,alphaTest:Se,alphaHash:He,combine:x.combine,mapUv:Ve&&f(x.map.channel),aoMapUv:Wt&&f(x.aoMap.channel),lightMapUv:Ft&&f(x.lightMap.channel),bumpMapUv:tn&&f(x.bumpMap.channel),normalMapUv:Pt&&f(x.normalMap.channel),displacementMapUv:_n&&f(x.displacementMap.channel),emissiveMapUv:yt&&f(x.emissiveMap.channel),metalnessMapUv:un&&f(x.metalnessMap.channel),roughnessMapUv:Yt&&f(x.roughnessMap.channel),anisotropyMapUv:qe&&f(x.anisotropyMap.channel),clearcoatMapUv:A&&f(x.clearcoatMap.channel),clearcoatNormalMapUv:v&&f(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:W&&f(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:he&&f(x.diffuseRoughnessMap.channel),iridescenceMapUv:re&&f(x.iridescenceMap.channel),iridescenceThicknessMapUv:_e&&f(x.iridescenceThicknessMap.channel),sheenColorMapUv:ve&&f(x.sheenColorMap.channel),sheenRoughnessMapUv:ee&&f(x.sheenRoughnessMap.channel),specularMapUv:ne&&f(x.specularMap.channel),specularColorMapUv:pe&&f(x.specularColorMap.channel),specularIntensityMapUv:U&&f(x.specularIntensityMap.channel),transmissionMapUv:se&&f(x.transmissionMap.channel),thicknessMapUv:te&&f(x.thicknessMap.channel),alphaMapUv:ge&&f(x.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Pt||nn),vertexNormals:!!N.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!N.attributes.uv&&(Ve||ge),fog:!!z,useFog:x.fog===!0,fogExp2:!!z&&z.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||N.attributes.normal===void 0&&Pt===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:be,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:ie,morphTextureStride:de,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:B.filter(Ce=>Ce.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&O.length>0,shadowMapType:i.shadowMap.type,toneMapping:le,decodeVideoTexture:Ve&&x.map.isVideoTexture===!0&&xt.getTransfer(x.map.colorSpace)===Tt,decodeVideoTextureEmissive:yt&&x.emissiveMap.isVideoTexture===!0&&xt.getTransfer(x.emissiveMap.colorSpace)===Tt,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===$i,flipSided:x.side===Wn,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:Ze&&x.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Ze&&x.extensions.multiDraw===!0||st)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return Je.vertexUv1s=l.has(1),Je.vertexUv2s=l.has(2),Je.vertexUv3s=l.has(3),l.clear(),Je}function M(x){let E=[];if(x.shaderID?E.push(x.shaderID):(E.push(x.customVertexShaderID),E.push(x.customFragmentShaderID)),x.defines!==void 0)for(let O in x.defines)E.push(O),E.push(x.defines[O]);return x.isRawShaderMaterial===!1&&(m(E,x),p(E,x),E.push(i.outputColorSpace)),E.push(x.customProgramCacheKey),E.join()}function m(x,E){x.push(E.precision),x.push(E.outputColorSpace),x.push(E.envMapMode),x.push(E.envMapPMREM),x.push(E.envMapMaxLod),x.push(E.envMapSize),x.push(E.mapUv),x.push(E.alphaMapUv),x.push(E.lightMapUv),x.push(E.aoMapUv),x.push(E.bumpMapUv),x.push(E.normalMapUv),x.push(E.displacementMapUv),x.push(E.emissiveMapUv),x.push(E.metalnessMapUv),x.push(E.roughnessMapUv),x.push(E.anisotropyMapUv),x.push(E.clearcoatMapUv),x.push(E.clearcoatNormalMapUv),x.push(E.clearcoatRoughnessMapUv),x.push(E.diffuseRoughnessMapUv),x.push(E.iridescenceMapUv),x.push(E.iridescenceThicknessMapUv),x.push(E.sheenColorMapUv),x.push(E.sheenRoughnessMapUv),x.push(E.specularMapUv),x.push(E.specularColorMapUv),x.push(E.specularIntensityMapUv),x.push(E.transmissionMapUv),x.push(E.thicknessMapUv),x.push(E.combine),x.push(E.fogExp2),x.push(E.sizeAttenuation),x.push(E.morphTargetsCount),x.push(E.numSunLights),x.push(E.numDirLights),x.push(E.numPointLights),x.push(E.numSpotLights),x.push(E.numSpotLightMaps),x.push(E.numHemiLights),x.push(E.numRectAreaLights),x.push(E.numSunLightShadows),x.push(E.numDirLightShadows),x.push(E.numPointLightShadows),x.push(E.numSpotLightShadows),x.push(E.numSpotLightShadowsWithMaps),x.push(E.numLightProbes),x.push(E.numLightProbeGrids),x.push(E.shadowMapType),x.push(E.toneMapping),x.push(E.numClippingPlanes),x.push(E.numClipIntersection),x.push(E.depthPacking)}function p(x,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function y(x){let E=d[x.type],O;if(E){let I=Zi[E];O=Eg.clone(I.uniforms)}else O=x.uniforms;return O}function R(x,E){let O=h.get(E);return O!==void 0?++O.usedTimes:(O=new Gb(i,E,x,s),c.push(O),h.set(E,O)),O}function w(x){if(--x.usedTimes===0){let E=c.indexOf(x);c[E]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function P(x){a.remove(x)}function T(){a.dispose()}return{getParameters:_,getProgramCacheKey:M,getUniforms:y,acquireProgram:R,releaseProgram:w,releaseShaderCache:P,programs:c,dispose:T}}function Xb(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function qb(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function Xg(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function qg(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,_,M,m,p){let y=i[e];return y===void 0?(y={id:d.id,object:d,geometry:f,material:_,materialVariant:o(d),groupOrder:M,renderOrder:d.renderOrder,z:m,group:p},i[e]=y):(y.id=d.id,y.object=d,y.geometry=f,y.material=_,y.materialVariant=o(d),y.groupOrder=M,y.renderOrder=d.renderOrder,y.z=m,y.group=p),e++,y}function l(d,f,_,M,m,p,y){y.reversedDepth===!0&&(m=-m);let R=a(d,f,_,M,m,p);_.transmission>0?n.push(R):_.transparent===!0?s.push(R):t.push(R)}function c(d,f,_,M,m,p){let y=a(d,f,_,M,m,p);_.transmission>0?n.unshift(y):_.transparent===!0?s.unshift(y):t.unshift(y)}function h(d,f){t.length>1&&t.sort(d||qb),n.length>1&&n.sort(f||Xg),s.length>1&&s.sort(f||Xg)}function u(){for(let d=e,f=i.length;d<f;d++){let _=i[d];if(_.id===null)break;_.id=null,_.object=null,_.geometry=null,_.material=null,_.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function $b(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new qg,i.set(n,[o])):s>=r.length?(o=new qg,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function Yb(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new X,color:new ot};break;case"SpotLight":t={position:new X,direction:new X,color:new ot,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new X,color:new ot,distance:0,decay:0};break;case"HemisphereLight":t={direction:new X,skyColor:new ot,groundColor:new ot};break;case"RectAreaLight":t={color:new ot,position:new X,halfWidth:new X,halfHeight:new X};break}return i[e.id]=t,t}}}function Kb(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ht};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ht};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ht,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var Zb=0;function Jb(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function jb(i){let e=new Yb,t=Kb(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new X);let s=new X,r=new Ut,o=new Ut;function a(c){let h=0,u=0,d=0;for(let B=0;B<9;B++)n.probe[B].set(0,0,0);let f=0,_=0,M=0,m=0,p=0,y=0,R=0,w=0,P=0,T=0,x=0,E=0,O=0,I=0;c.sort(Jb);for(let B=0,z=c.length;B<z;B++){let N=c[B],H=N.color,$=N.intensity,V=N.distance,ce=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===Vs?ce=N.shadow.map.texture:ce=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=H.r*$,u+=H.g*$,d+=H.b*$;else if(N.isLightProbe){for(let Z=0;Z<9;Z++)n.probe[Z].addScaledVector(N.sh.coefficients[Z],$);I++}else if(N.isSunLight){let Z=e.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let j=N.shadow,ie=t.get(N);ie.shadowIntensity=j.intensity,ie.shadowBias=j.bias,ie.shadowNormalBias=j.normalBias,ie.shadowRadius=j.radius,ie.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[_]=ie,n.sunShadowMap[_]=ce;let de=j.getViewportCount();for(let ue=0;ue<de;ue++)n.sunShadowMatrix[M+ue]=j.getMatrix(ue),n.sunShadowCascade[M+ue]=j._cascadeData[ue];M+=de,_++}n.sun[f]=Z,f++}else if(N.isDirectionalLight){let Z=e.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let j=N.shadow,ie=t.get(N);ie.shadowIntensity=j.intensity,ie.shadowBias=j.bias,ie.shadowNormalBias=j.normalBias,ie.shadowRadius=j.radius,ie.shadowMapSize=j.mapSize,n.directionalShadow[m]=ie,n.directionalShadowMap[m]=ce,n.directionalShadowMatrix[m]=N.shadow.matrix,P++}n.directional[m]=Z,m++}else if(N.isSpotLight){let Z=e.get(N);Z.position.setFromMatrixPosition(N.matrixWorld),Z.color.copy(H).multiplyScalar($),Z.distance=V,Z.coneCos=Math.cos(N.angle),Z.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),Z.decay=N.decay,n.spot[y]=Z;let j=N.shadow;if(N.map&&(n.spotLightMap[E]=N.map,E++,j.updateMatrices(N),N.castShadow&&O++),n.spotLightMatrix[y]=j.matrix,N.castShadow){let ie=t.get(N);ie.shadowIntensity=j.intensity,ie.shadowBias=j.bias,ie.shadowNormalBias=j.normalBias,ie.shadowRadius=j.radius,ie.shadowMapSize=j.mapSize,n.spotShadow[y]=ie,n.spotShadowMap[y]=ce,x++}y++}else if(N.isRectAreaLight){let Z=e.get(N);Z.color.copy(H).multiplyScalar($),Z.halfWidth.set(N.width*.5,0,0),Z.halfHeight.set(0,N.height*.5,0),n.rectArea[R]=Z,R++}else if(N.isPointLight){let Z=e.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),Z.distance=N.distance,Z.decay=N.decay,N.castShadow){let j=N.shadow,ie=t.get(N);ie.shadowIntensity=j.intensity,ie.shadowBias=j.bias,ie.shadowNormalBias=j.normalBias,ie.shadowRadius=j.radius,ie.shadowMapSize=j.mapSize,ie.shadowCameraNear=j.camera.near,ie.shadowCameraFar=j.camera.far,n.pointShadow[p]=ie,n.pointShadowMap[p]=ce,n.pointShadowMatrix[p]=N.shadow.matrix,T++}n.point[p]=Z,p++}else if(N.isHemisphereLight){let Z=e.get(N);Z.skyColor.copy(N.color).multiplyScalar($),Z.groundColor.copy(N.groundColor).multiplyScalar($),n.hemi[w]=Z,w++}}R>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=De.LTC_FLOAT_1,n.rectAreaLTC2=De.LTC_FLOAT_2):(n.rectAreaLTC1=De.LTC_HALF_1,n.rectAreaLTC2=De.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let L=n.hash;(L.sunLength!==f||L.directionalLength!==m||L.pointLength!==p||L.spotLength!==y||L.rectAreaLength!==R||L.hemiLength!==w||L.numSunShadows!==_||L.numDirectionalShadows!==P||L.numPointShadows!==T||L.numSpotShadows!==x||L.numSpotMaps!==E||L.numLightProbes!==I)&&(n.sun.length=f,n.directional.length=m,n.spot.length=y,n.rectArea.length=R,n.point.length=p,n.hemi.length=w,n.sunShadow.length=_,n.sunShadowMap.length=_,n.sunShadowMatrix.length=M,n.sunShadowCascade.length=M,n.directionalShadow.length=P,n.directionalShadowMap.length=P,n.directionalShadowMatrix.length=P,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+E-O,n.spotLightMap.length=E,n.numSpotLightShadowsWithMaps=O,n.numLightProbes=I,L.sunLength=f,L.directionalLength=m,L.pointLength=p,L.spotLength=y,L.rectAreaLength=R,L.hemiLength=w,L.numSunShadows=_,L.numDirectionalShadows=P,L.numPointShadows=T,L.numSpotShadows=x,L.numSpotMaps=E,L.numLightProbes=I,n.version=Zb++)}function l(c,h){let u=0,d=0,f=0,_=0,M=0,m=0,p=h.matrixWorldInverse;for(let y=0,R=c.length;y<R;y++){let w=c[y];if(w.isSunLight){let P=n.sun[u];P.direction.setFromMatrixPosition(w.matrixWorld),P.direction.transformDirection(p),u++}else if(w.isDirectionalLight){let P=n.directional[d];P.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(p),d++}else if(w.isSpotLight){let P=n.spot[_];P.position.setFromMatrixPosition(w.matrixWorld),P.position.applyMatrix4(p),P.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(p),_++}else if(w.isRectAreaLight){let P=n.rectArea[M];P.position.setFromMatrixPosition(w.matrixWorld),P.position.applyMatrix4(p),o.identity(),r.copy(w.matrixWorld),r.premultiply(p),o.extractRotation(r),P.halfWidth.set(w.width*.5,0,0),P.halfHeight.set(0,w.height*.5,0),P.halfWidth.applyMatrix4(o),P.halfHeight.applyMatrix4(o),M++}else if(w.isPointLight){let P=n.point[f];P.position.setFromMatrixPosition(w.matrixWorld),P.position.applyMatrix4(p),f++}else if(w.isHemisphereLight){let P=n.hemi[m];P.direction.setFromMatrixPosition(w.matrixWorld),P.direction.transformDirection(p),m++}}}return{setup:a,setupView:l,state:n}}function $g(i){let e=new jb(i),t=[],n=[],s=[];function r(u){h.camera=u,t.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):t.push(u)}function a(u){n.push(u)}function l(){e.setup(t),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function Qb(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new $g(i),e.set(s,[a])):r>=o.length?(a=new $g(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var ew=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,tw=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,nw=[new X(1,0,0),new X(-1,0,0),new X(0,1,0),new X(0,-1,0),new X(0,0,1),new X(0,0,-1)],iw=[new X(0,-1,0),new X(0,-1,0),new X(0,0,1),new X(0,0,-1),new X(0,-1,0),new X(0,-1,0)],Yg=new Ut,wa=new X,Id=new X;function sw(i,e,t){let n=new Fs,s=new ht,r=new ht,o=new qt,a=new ac,l=new lc,c={},h=t.maxTextureSize,u={[Gs]:Wn,[Wn]:Gs,[$i]:$i},d=new qi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new ht},radius:{value:4}},vertexShader:ew,fragmentShader:tw}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let _=new hn;_.setAttribute("position",new bn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let M=new $n(_,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=ga;let p=this.type;this.render=function(T,x,E){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;this.type===Gm&&(Ye("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=ga);let O=i.getRenderTarget(),I=i.getActiveCubeFace(),L=i.getActiveMipmapLevel(),B=i.state;B.setBlending(hr),B.buffers.depth.getReversed()===!0?B.buffers.color.setClear(0,0,0,0):B.buffers.color.setClear(1,1,1,1),B.buffers.depth.setTest(!0),B.setScissorTest(!1);let z=p!==this.type;z&&x.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(H=>H.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,H=T.length;N<H;N++){let $=T[N],V=$.shadow;if(V===void 0){Ye("WebGLShadowMap:",$,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let ce=V.getFrameExtents();s.multiply(ce),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ce.x),s.x=r.x*ce.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ce.y),s.y=r.y*ce.y,V.mapSize.y=r.y));let Z=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=Z,V.map===null||z===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===co){if($.isPointLight){Ye("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new oi(s.x,s.y,{format:Vs,type:Ci,minFilter:Hn,magFilter:Hn,generateMipmaps:!1}),V.map.texture.name=$.name+".shadowMap",V.map.depthTexture=new fs(s.x,s.y,Ri),V.map.depthTexture.name=$.name+".shadowMapDepth",V.map.depthTexture.format=us,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=wn,V.map.depthTexture.magFilter=wn}else $.isPointLight?(V.map=new Ta(s.x),V.map.depthTexture=new na(s.x,Ai)):(V.map=new oi(s.x,s.y),V.map.depthTexture=new fs(s.x,s.y,Ai)),V.map.depthTexture.name=$.name+".shadowMap",V.map.depthTexture.format=us,this.type===ga?(V.map.depthTexture.compareFunction=Z?Md:Sd,V.map.depthTexture.minFilter=Hn,V.map.depthTexture.magFilter=Hn):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=wn,V.map.depthTexture.magFilter=wn);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let j=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();$.isPointLight!==!0&&V.updateMatrices($,E);let ie=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:E.layers;for(let de=0;de<j;de++){let ue=V.getCamera(de);if($.isPointLight){let Q=V.camera,me=V.matrix,xe=$.distance||Q.far;xe!==Q.far&&(Q.far=xe,Q.updateProjectionMatrix()),wa.setFromMatrixPosition($.matrixWorld),Q.position.copy(wa),Id.copy(Q.position),Id.add(nw[de]),Q.up.copy(iw[de]),Q.lookAt(Id),Q.updateMatrixWorld(),me.makeTranslation(-wa.x,-wa.y,-wa.z),Yg.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),V._frustum.setFromProjectionMatrix(Yg,Q.coordinateSystem,Q.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,de),i.clear();else{de===0&&(i.setRenderTarget(V.map),i.clear());let Q=V.getViewport(de);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),B.viewport(o)}n=V.getFrustum(de),w(x,E,ue,$,ie,this.type)}V.isPointLightShadow!==!0&&this.type===co&&y(V,E),V.needsUpdate=!1}p=this.type,m.needsUpdate=!1,i.setRenderTarget(O,I,L)};function y(T,x){let E=e.update(M);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null?T.mapPass=new oi(s.x,s.y,{format:Vs,type:Ci}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),d.uniforms.shadow_pass.value=T.map.depthTexture,d.uniforms.resolution.value.set(T.map.width,T.map.height),d.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(x,null,E,d,M,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(x,null,E,f,M,null)}function R(T,x,E,O){let I=null,L=E.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(L!==void 0)I=L;else if(I=E.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let B=I.uuid,z=x.uuid,N=c[B];N===void 0&&(N={},c[B]=N);let H=N[z];H===void 0&&(H=I.clone(),N[z]=H,x.addEventListener("dispose",P)),I=H}if(I.visible=x.visible,I.wireframe=x.wireframe,O===co?I.side=x.shadowSide!==null?x.shadowSide:x.side:I.side=x.shadowSide!==null?x.shadowSide:u[x.side],I.alphaMap=x.alphaMap,I.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,I.map=x.map,I.clipShadows=x.clipShadows,I.clippingPlanes=x.clippingPlanes,I.clipIntersection=x.clipIntersection,I.displacementMap=x.displacementMap,I.displacementScale=x.displacementScale,I.displacementBias=x.displacementBias,I.wireframeLinewidth=x.wireframeLinewidth,I.linewidth=x.linewidth,E.isPointLight===!0&&I.isMeshDistanceMaterial===!0){let B=i.properties.get(I);B.light=E}return I}function w(T,x,E,O,I,L){if(T.visible===!1)return;if(T.layers.test(I)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&L===co)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,T.matrixWorld);let N=e.update(T),H=T.material;if(Array.isArray(H)){let $=N.groups;for(let V=0,ce=$.length;V<ce;V++){let Z=$[V],j=H[Z.materialIndex];if(j&&j.visible){let ie=R(T,j,O,L);T.onBeforeShadow(i,T,x,E,N,ie,Z),i.renderBufferDirect(E,null,N,ie,T,Z),T.onAfterShadow(i,T,x,E,N,ie,Z)}}}else if(H.visible){let $=R(T,H,O,L);T.onBeforeShadow(i,T,x,E,N,$,null),i.renderBufferDirect(E,null,N,$,T,null),T.onAfterShadow(i,T,x,E,N,$,null)}}let z=T.children;for(let N=0,H=z.length;N<H;N++)w(z[N],x,E,O,I,L)}function P(T){T.target.removeEventListener("dispose",P);for(let E in c){let O=c[E],I=T.target.uuid;I in O&&(O[I].dispose(),delete O[I])}}}function rw(i,e){function t(){let U=!1,se=new qt,te=null,Ee=new qt(0,0,0,0);return{setMask:function(ge){te!==ge&&!U&&(i.colorMask(ge,ge,ge,ge),te=ge)},setLocked:function(ge){U=ge},setClear:function(ge,Se,He,Ze,le){le===!0&&(ge*=Ze,Se*=Ze,He*=Ze),se.set(ge,Se,He,Ze),Ee.equals(se)===!1&&(i.clearColor(ge,Se,He,Ze),Ee.copy(se))},reset:function(){U=!1,te=null,Ee.set(-1,0,0,0)}}}function n(){let U=!1,se=!1,te=null,Ee=null,ge=null;return{setReversed:function(Se){if(se!==Se){let He=e.get("EXT_clip_control");Se?He.clipControlEXT(He.LOWER_LEFT_EXT,He.ZERO_TO_ONE_EXT):He.clipControlEXT(He.LOWER_LEFT_EXT,He.NEGATIVE_ONE_TO_ONE_EXT),se=Se;let Ze=ge;ge=null,this.setClear(Ze)}},getReversed:function(){return se},setTest:function(Se){Se?be(i.DEPTH_TEST):We(i.DEPTH_TEST)},setMask:function(Se){te!==Se&&!U&&(i.depthMask(Se),te=Se)},setFunc:function(Se){if(se&&(Se=yg[Se]),Ee!==Se){switch(Se){case Vl:i.depthFunc(i.NEVER);break;case Hl:i.depthFunc(i.ALWAYS);break;case Wl:i.depthFunc(i.LESS);break;case Qr:i.depthFunc(i.LEQUAL);break;case Xl:i.depthFunc(i.EQUAL);break;case ql:i.depthFunc(i.GEQUAL);break;case $l:i.depthFunc(i.GREATER);break;case Yl:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Ee=Se}},setLocked:function(Se){U=Se},setClear:function(Se){ge!==Se&&(ge=Se,se&&(Se=1-Se),i.clearDepth(Se))},reset:function(){U=!1,te=null,Ee=null,ge=null,se=!1}}}function s(){let U=!1,se=null,te=null,Ee=null,ge=null,Se=null,He=null,Ze=null,le=null;return{setTest:function(ke){U||(ke?be(i.STENCIL_TEST):We(i.STENCIL_TEST))},setMask:function(ke){se!==ke&&!U&&(i.stencilMask(ke),se=ke)},setFunc:function(ke,Je,Ce){(te!==ke||Ee!==Je||ge!==Ce)&&(i.stencilFunc(ke,Je,Ce),te=ke,Ee=Je,ge=Ce)},setOp:function(ke,Je,Ce){(Se!==ke||He!==Je||Ze!==Ce)&&(i.stencilOp(ke,Je,Ce),Se=ke,He=Je,Ze=Ce)},setLocked:function(ke){U=ke},setClear:function(ke){le!==ke&&(i.clearStencil(ke),le=ke)},reset:function(){U=!1,se=null,te=null,Ee=null,ge=null,Se=null,He=null,Ze=null,le=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,_=[],M=null,m=!1,p=null,y=null,R=null,w=null,P=null,T=null,x=null,E=new ot(0,0,0),O=0,I=!1,L=null,B=null,z=null,N=null,H=null,$=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,ce=0,Z=i.getParameter(i.VERSION);Z.indexOf("WebGL")!==-1?(ce=parseFloat(/^WebGL (\d)/.exec(Z)[1]),V=ce>=1):Z.indexOf("OpenGL ES")!==-1&&(ce=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),V=ce>=2);let j=null,ie={},de=i.getParameter(i.SCISSOR_BOX),ue=i.getParameter(i.VIEWPORT),Q=new qt().fromArray(de),me=new qt().fromArray(ue);function xe(U,se,te,Ee){let ge=new Uint8Array(4),Se=i.createTexture();i.bindTexture(U,Se),i.texParameteri(U,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(U,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let He=0;He<te;He++)U===i.TEXTURE_3D||U===i.TEXTURE_2D_ARRAY?i.texImage3D(se,0,i.RGBA,1,1,Ee,0,i.RGBA,i.UNSIGNED_BYTE,ge):i.texImage2D(se+He,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ge);return Se}let Re={};Re[i.TEXTURE_2D]=xe(i.TEXTURE_2D,i.TEXTURE_2D,1),Re[i.TEXTURE_CUBE_MAP]=xe(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Re[i.TEXTURE_2D_ARRAY]=xe(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Re[i.TEXTURE_3D]=xe(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),be(i.DEPTH_TEST),o.setFunc(Qr),tn(!1),Pt(Qu),be(i.CULL_FACE),Wt(hr);function be(U){h[U]!==!0&&(i.enable(U),h[U]=!0)}function We(U){h[U]!==!1&&(i.disable(U),h[U]=!1)}function st(U,se){return d[U]!==se?(i.bindFramebuffer(U,se),d[U]=se,U===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=se),U===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=se),!0):!1}function Ve(U,se){let te=_,Ee=!1;if(U){te=f.get(se),te===void 0&&(te=[],f.set(se,te));let ge=U.textures;if(te.length!==ge.length||te[0]!==i.COLOR_ATTACHMENT0){for(let Se=0,He=ge.length;Se<He;Se++)te[Se]=i.COLOR_ATTACHMENT0+Se;te.length=ge.length,Ee=!0}}else te[0]!==i.BACK&&(te[0]=i.BACK,Ee=!0);Ee&&i.drawBuffers(te)}function dt(U){return M!==U?(i.useProgram(U),M=U,!0):!1}let lt={[ur]:i.FUNC_ADD,[Hm]:i.FUNC_SUBTRACT,[Wm]:i.FUNC_REVERSE_SUBTRACT};lt[Xm]=i.MIN,lt[qm]=i.MAX;let nt={[$m]:i.ZERO,[Ym]:i.ONE,[Km]:i.SRC_COLOR,[id]:i.SRC_ALPHA,[tg]:i.SRC_ALPHA_SATURATE,[Qm]:i.DST_COLOR,[Jm]:i.DST_ALPHA,[Zm]:i.ONE_MINUS_SRC_COLOR,[sd]:i.ONE_MINUS_SRC_ALPHA,[eg]:i.ONE_MINUS_DST_COLOR,[jm]:i.ONE_MINUS_DST_ALPHA,[ng]:i.CONSTANT_COLOR,[ig]:i.ONE_MINUS_CONSTANT_COLOR,[sg]:i.CONSTANT_ALPHA,[rg]:i.ONE_MINUS_CONSTANT_ALPHA};function Wt(U,se,te,Ee,ge,Se,He,Ze,le,ke){if(U===hr){m===!0&&(We(i.BLEND),m=!1);return}if(m===!1&&(be(i.BLEND),m=!0),U!==Vm){if(U!==p||ke!==I){if((y!==ur||P!==ur)&&(i.blendEquation(i.FUNC_ADD),y=ur,P=ur),ke)switch(U){case ho:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case ed:i.blendFunc(i.ONE,i.ONE);break;case td:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case nd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:je("WebGLState: Invalid blending: ",U);break}else switch(U){case ho:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case ed:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case td:je("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case nd:je("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:je("WebGLState: Invalid blending: ",U);break}R=null,w=null,T=null,x=null,E.set(0,0,0),O=0,p=U,I=ke}return}ge=ge||se,Se=Se||te,He=He||Ee,(se!==y||ge!==P)&&(i.blendEquationSeparate(lt[se],lt[ge]),y=se,P=ge),(te!==R||Ee!==w||Se!==T||He!==x)&&(i.blendFuncSeparate(nt[te],nt[Ee],nt[Se],nt[He]),R=te,w=Ee,T=Se,x=He),(Ze.equals(E)===!1||le!==O)&&(i.blendColor(Ze.r,Ze.g,Ze.b,le),E.copy(Ze),O=le),p=U,I=!1}function Ft(U,se){U.side===$i?We(i.CULL_FACE):be(i.CULL_FACE);let te=U.side===Wn;se&&(te=!te),tn(te),U.blending===ho&&U.transparent===!1?Wt(hr):Wt(U.blending,U.blendEquation,U.blendSrc,U.blendDst,U.blendEquationAlpha,U.blendSrcAlpha,U.blendDstAlpha,U.blendColor,U.blendAlpha,U.premultipliedAlpha),o.setFunc(U.depthFunc),o.setTest(U.depthTest),o.setMask(U.depthWrite),r.setMask(U.colorWrite);let Ee=U.stencilWrite;a.setTest(Ee),Ee&&(a.setMask(U.stencilWriteMask),a.setFunc(U.stencilFunc,U.stencilRef,U.stencilFuncMask),a.setOp(U.stencilFail,U.stencilZFail,U.stencilZPass)),yt(U.polygonOffset,U.polygonOffsetFactor,U.polygonOffsetUnits),U.alphaToCoverage===!0?be(i.SAMPLE_ALPHA_TO_COVERAGE):We(i.SAMPLE_ALPHA_TO_COVERAGE)}function tn(U){L!==U&&(U?i.frontFace(i.CW):i.frontFace(i.CCW),L=U)}function Pt(U){U!==Bm?(be(i.CULL_FACE),U!==B&&(U===Qu?i.cullFace(i.BACK):U===zm?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):We(i.CULL_FACE),B=U}function _n(U){U!==z&&(V&&i.lineWidth(U),z=U)}function yt(U,se,te){U?(be(i.POLYGON_OFFSET_FILL),(N!==se||H!==te)&&(N=se,H=te,o.getReversed()&&(se=-se,te=-te),i.polygonOffset(se,te))):We(i.POLYGON_OFFSET_FILL)}function un(U){U?be(i.SCISSOR_TEST):We(i.SCISSOR_TEST)}function Yt(U){U===void 0&&(U=i.TEXTURE0+$-1),j!==U&&(i.activeTexture(U),j=U)}function nn(U,se,te){te===void 0&&(j===null?te=i.TEXTURE0+$-1:te=j);let Ee=ie[te];Ee===void 0&&(Ee={type:void 0,texture:void 0},ie[te]=Ee),(Ee.type!==U||Ee.texture!==se)&&(j!==te&&(i.activeTexture(te),j=te),i.bindTexture(U,se||Re[U]),Ee.type=U,Ee.texture=se)}function F(){let U=ie[j];U!==void 0&&U.type!==void 0&&(i.bindTexture(U.type,null),U.type=void 0,U.texture=void 0)}function Pe(){try{i.compressedTexImage2D(...arguments)}catch(U){je("WebGLState:",U)}}function $e(){try{i.compressedTexImage3D(...arguments)}catch(U){je("WebGLState:",U)}}function rt(){try{i.texSubImage2D(...arguments)}catch(U){je("WebGLState:",U)}}function we(){try{i.texSubImage3D(...arguments)}catch(U){je("WebGLState:",U)}}function Lt(){try{i.compressedTexSubImage2D(...arguments)}catch(U){je("WebGLState:",U)}}function Ge(){try{i.compressedTexSubImage3D(...arguments)}catch(U){je("WebGLState:",U)}}function qe(){try{i.texStorage2D(...arguments)}catch(U){je("WebGLState:",U)}}function A(){try{i.texStorage3D(...arguments)}catch(U){je("WebGLState:",U)}}function v(){try{i.texImage2D(...arguments)}catch(U){je("WebGLState:",U)}}function W(){try{i.texImage3D(...arguments)}catch(U){je("WebGLState:",U)}}function he(U){return u[U]!==void 0?u[U]:i.getParameter(U)}function re(U,se){u[U]!==se&&(i.pixelStorei(U,se),u[U]=se)}function _e(U){Q.equals(U)===!1&&(i.scissor(U.x,U.y,U.z,U.w),Q.copy(U))}function ve(U){me.equals(U)===!1&&(i.viewport(U.x,U.y,U.z,U.w),me.copy(U))}function ee(U,se){let te=c.get(se);te===void 0&&(te=new WeakMap,c.set(se,te));let Ee=te.get(U);Ee===void 0&&(Ee=i.getUniformBlockIndex(se,U.name),i.uniformBlockBinding(se,Ee,Ee),te.set(U,Ee))}function ne(U,se,te){let ge=c.get(se).get(U);l[ge]!==te&&(i.bindBufferBase(i.UNIFORM_BUFFER,ge,te),l[ge]=te)}function pe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},j=null,ie={},d={},l={},f=new WeakMap,_=[],M=null,m=!1,p=null,y=null,R=null,w=null,P=null,T=null,x=null,E=new ot(0,0,0),O=0,I=!1,L=null,B=null,z=null,N=null,H=null,Q.set(0,0,i.canvas.width,i.canvas.height),me.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:be,disable:We,bindFramebuffer:st,drawBuffers:Ve,useProgram:dt,setBlending:Wt,setMaterial:Ft,setFlipSided:tn,setCullFace:Pt,setLineWidth:_n,setPolygonOffset:yt,setScissorTest:un,activeTexture:Yt,bindTexture:nn,unbindTexture:F,compressedTexImage2D:Pe,compressedTexImage3D:$e,texImage2D:v,texImage3D:W,pixelStorei:re,getParameter:he,updateUBOMapping:ee,uniformBlockBinding:ne,texStorage2D:qe,texStorage3D:A,texSubImage2D:rt,texSubImage3D:we,compressedTexSubImage2D:Lt,compressedTexSubImage3D:Ge,scissor:_e,viewport:ve,reset:pe}}function ow(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new ht,h=new WeakMap,u=new Set,d,f=new WeakMap,_=new Set,M=new FinalizationRegistry(A=>_.delete(A)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function p(A,v){return m?new OffscreenCanvas(A,v):qo("canvas")}function y(A,v,W){let he=1,re=qe(A);if((re.width>W||re.height>W)&&(he=W/Math.max(re.width,re.height)),he<1)if(typeof HTMLImageElement<"u"&&A instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&A instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&A instanceof ImageBitmap||typeof VideoFrame<"u"&&A instanceof VideoFrame){let _e=Math.floor(he*re.width),ve=Math.floor(he*re.height);d===void 0&&(d=p(_e,ve));let ee=v?p(_e,ve):d;return ee.width=_e,ee.height=ve,ee.getContext("2d").drawImage(A,0,0,_e,ve),Ye("WebGLRenderer: Texture has been resized from ("+re.width+"x"+re.height+") to ("+_e+"x"+ve+")."),ee}else return"data"in A&&Ye("WebGLRenderer: Image in DataTexture is too big ("+re.width+"x"+re.height+")."),A;return A}function R(A){return A.generateMipmaps}function w(A){i.generateMipmap(A)}function P(A){return A.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:A.isWebGL3DRenderTarget?i.TEXTURE_3D:A.isWebGLArrayRenderTarget||A.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(A,v,W,he,re,_e=!1){if(A!==null){if(i[A]!==void 0)return i[A];Ye("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+A+"'")}let ve;he&&(ve=e.get("EXT_texture_norm16"),ve||Ye("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let ee=v;if(v===i.RED&&(W===i.FLOAT&&(ee=i.R32F),W===i.HALF_FLOAT&&(ee=i.R16F),W===i.UNSIGNED_BYTE&&(ee=i.R8),W===i.UNSIGNED_SHORT&&ve&&(ee=ve.R16_EXT),W===i.SHORT&&ve&&(ee=ve.R16_SNORM_EXT)),v===i.RED_INTEGER&&(W===i.UNSIGNED_BYTE&&(ee=i.R8UI),W===i.UNSIGNED_SHORT&&(ee=i.R16UI),W===i.UNSIGNED_INT&&(ee=i.R32UI),W===i.BYTE&&(ee=i.R8I),W===i.SHORT&&(ee=i.R16I),W===i.INT&&(ee=i.R32I)),v===i.RG&&(W===i.FLOAT&&(ee=i.RG32F),W===i.HALF_FLOAT&&(ee=i.RG16F),W===i.UNSIGNED_BYTE&&(ee=i.RG8),W===i.UNSIGNED_SHORT&&ve&&(ee=ve.RG16_EXT),W===i.SHORT&&ve&&(ee=ve.RG16_SNORM_EXT)),v===i.RG_INTEGER&&(W===i.UNSIGNED_BYTE&&(ee=i.RG8UI),W===i.UNSIGNED_SHORT&&(ee=i.RG16UI),W===i.UNSIGNED_INT&&(ee=i.RG32UI),W===i.BYTE&&(ee=i.RG8I),W===i.SHORT&&(ee=i.RG16I),W===i.INT&&(ee=i.RG32I)),v===i.RGB_INTEGER&&(W===i.UNSIGNED_BYTE&&(ee=i.RGB8UI),W===i.UNSIGNED_SHORT&&(ee=i.RGB16UI),W===i.UNSIGNED_INT&&(ee=i.RGB32UI),W===i.BYTE&&(ee=i.RGB8I),W===i.SHORT&&(ee=i.RGB16I),W===i.INT&&(ee=i.RGB32I)),v===i.RGBA_INTEGER&&(W===i.UNSIGNED_BYTE&&(ee=i.RGBA8UI),W===i.UNSIGNED_SHORT&&(ee=i.RGBA16UI),W===i.UNSIGNED_INT&&(ee=i.RGBA32UI),W===i.BYTE&&(ee=i.RGBA8I),W===i.SHORT&&(ee=i.RGBA16I),W===i.INT&&(ee=i.RGBA32I)),v===i.RGB&&(W===i.UNSIGNED_SHORT&&ve&&(ee=ve.RGB16_EXT),W===i.SHORT&&ve&&(ee=ve.RGB16_SNORM_EXT),W===i.UNSIGNED_INT_5_9_9_9_REV&&(ee=i.RGB9_E5),W===i.UNSIGNED_INT_10F_11F_11F_REV&&(ee=i.R11F_G11F_B10F)),v===i.RGBA){let ne=_e?Xo:xt.getTransfer(re);W===i.FLOAT&&(ee=i.RGBA32F),W===i.HALF_FLOAT&&(ee=i.RGBA16F),W===i.UNSIGNED_BYTE&&(ee=ne===Tt?i.SRGB8_ALPHA8:i.RGBA8),W===i.UNSIGNED_SHORT&&ve&&(ee=ve.RGBA16_EXT),W===i.SHORT&&ve&&(ee=ve.RGBA16_SNORM_EXT),W===i.UNSIGNED_SHORT_4_4_4_4&&(ee=i.RGBA4),W===i.UNSIGNED_SHORT_5_5_5_1&&(ee=i.RGB5_A1)}return(ee===i.R16F||ee===i.R32F||ee===i.RG16F||ee===i.RG32F||ee===i.RGBA16F||ee===i.RGBA32F)&&e.get("EXT_color_buffer_float"),ee}function x(A,v){let W;return A?v===null||v===Ai||v===fr?W=i.DEPTH24_STENCIL8:v===Ri?W=i.DEPTH32F_STENCIL8:v===fo&&(W=i.DEPTH24_STENCIL8,Ye("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):v===null||v===Ai||v===fr?W=i.DEPTH_COMPONENT24:v===Ri?W=i.DEPTH_COMPONENT32F:v===fo&&(W=i.DEPTH_COMPONENT16),W}function E(A,v){return R(A)===!0||A.isFramebufferTexture&&A.minFilter!==wn&&A.minFilter!==Hn?Math.log2(Math.max(v.width,v.height))+1:A.mipmaps.length>0?A.mipmaps.length:A.isCompressedTexture&&Array.isArray(A.image)?v.mipmaps.length:1}function O(A){let v=new WeakRef(A);n.get(A).__ref=v,_.add(v),M.register(A,v,v)}function I(A){let v=n.get(A).__ref;v!==void 0&&(_.delete(v),M.unregister(v))}function L(A){z(A.target)}function B(A){N(A.target)}function z(A){A.removeEventListener("dispose",L),I(A),$(A),A.isVideoTexture&&h.delete(A),A.isHTMLTexture&&u.delete(A)}function N(A){A.removeEventListener("dispose",B),I(A),ce(A)}function H(){for(let A of _){let v=A.deref();v!==void 0&&(v.isRenderTarget===!0?N(v):z(v))}_.clear(),u.clear()}function $(A){let v=n.get(A);if(v.__webglInit===void 0)return;let W=A.source,he=f.get(W);if(he){let re=he[v.__cacheKey];re.usedTimes--,re.usedTimes===0&&V(A),Object.keys(he).length===0&&f.delete(W)}n.remove(A)}function V(A){let v=n.get(A);i.deleteTexture(v.__webglTexture);let W=A.source,he=f.get(W);delete he[v.__cacheKey],o.memory.textures--}function ce(A){let v=n.get(A);v.__depthDisposeCallback&&v.__depthDisposeCallback();let W=A.depthTexture;if(W&&W.renderTarget===A&&z(W),A.isWebGLCubeRenderTarget)for(let re=0;re<6;re++){if(Array.isArray(v.__webglFramebuffer[re]))for(let _e=0;_e<v.__webglFramebuffer[re].length;_e++)i.deleteFramebuffer(v.__webglFramebuffer[re][_e]);else i.deleteFramebuffer(v.__webglFramebuffer[re]);v.__webglDepthbuffer&&i.deleteRenderbuffer(v.__webglDepthbuffer[re])}else{if(Array.isArray(v.__webglFramebuffer))for(let re=0;re<v.__webglFramebuffer.length;re++)i.deleteFramebuffer(v.__webglFramebuffer[re]);else i.deleteFramebuffer(v.__webglFramebuffer);if(v.__webglDepthbuffer&&i.deleteRenderbuffer(v.__webglDepthbuffer),v.__webglMultisampledFramebuffer&&i.deleteFramebuffer(v.__webglMultisampledFramebuffer),v.__webglColorRenderbuffer)for(let re=0;re<v.__webglColorRenderbuffer.length;re++)v.__webglColorRenderbuffer[re]&&i.deleteRenderbuffer(v.__webglColorRenderbuffer[re]);v.__webglDepthRenderbuffer&&i.deleteRenderbuffer(v.__webglDepthRenderbuffer)}let he=A.textures;for(let re=0,_e=he.length;re<_e;re++){let ve=n.get(he[re]);ve.__webglTexture&&(i.deleteTexture(ve.__webglTexture),o.memory.textures--),n.remove(he[re])}n.remove(A)}let Z=0;function j(){Z=0}function ie(){return Z}function de(A){Z=A}function ue(){let A=Z;return A>=s.maxTextures&&Ye("WebGLTextures: Trying to use "+(A+1)+" texture units while this GPU supports only "+s.maxTextures),Z+=1,A}function Q(A){let v=[];return v.push(A.wrapS),v.push(A.wrapT),v.push(A.wrapR||0),v.push(A.magFilter),v.push(A.minFilter),v.push(A.anisotropy),v.push(A.internalFormat),v.push(A.format),v.push(A.type),v.push(A.generateMipmaps),v.push(A.mipmapsAutoUpdate),v.push(A.premultiplyAlpha),v.push(A.flipY),v.push(A.unpackAlignment),v.push(A.colorSpace),v.join()}function me(A,v){let W=n.get(A);if(A.isVideoTexture&&Lt(A),A.isRenderTargetTexture===!1&&A.isExternalTexture!==!0&&A.version>0&&W.__version!==A.version){let he=A.image;if(he===null)Ye("WebGLRenderer: Texture marked for update but no image data found.");else if(he.complete===!1)Ye("WebGLRenderer: Texture marked for update but image is incomplete");else{Ft(W,A,v);return}}else A.isExternalTexture&&(W.__webglTexture=A.sourceTexture?A.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,W.__webglTexture,i.TEXTURE0+v)}function xe(A,v){let W=n.get(A);if(A.isRenderTargetTexture===!1&&A.version>0&&W.__version!==A.version){Ft(W,A,v);return}else A.isExternalTexture&&(W.__webglTexture=A.sourceTexture?A.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,W.__webglTexture,i.TEXTURE0+v)}function Re(A,v){let W=n.get(A);if(A.isRenderTargetTexture===!1&&A.version>0&&W.__version!==A.version){Ft(W,A,v);return}t.bindTexture(i.TEXTURE_3D,W.__webglTexture,i.TEXTURE0+v)}function be(A,v){let W=n.get(A);if(A.version>0&&W.__version!==A.version){tn(W,A,v);return}t.bindTexture(i.TEXTURE_CUBE_MAP,W.__webglTexture,i.TEXTURE0+v)}let We={[Kl]:i.REPEAT,[zi]:i.CLAMP_TO_EDGE,[Zl]:i.MIRRORED_REPEAT},st={[wn]:i.NEAREST,[lg]:i.NEAREST_MIPMAP_NEAREST,[_a]:i.NEAREST_MIPMAP_LINEAR,[Hn]:i.LINEAR,[bc]:i.LINEAR_MIPMAP_NEAREST,[ps]:i.LINEAR_MIPMAP_LINEAR},Ve={[dg]:i.NEVER,[bd]:i.ALWAYS,[fg]:i.LESS,[Sd]:i.LEQUAL,[pg]:i.EQUAL,[Md]:i.GEQUAL,[mg]:i.GREATER,[gg]:i.NOTEQUAL};function dt(A,v){if(v.type===Ri&&e.has("OES_texture_float_linear")===!1&&(v.magFilter===Hn||v.magFilter===bc||v.magFilter===_a||v.magFilter===ps||v.minFilter===Hn||v.minFilter===bc||v.minFilter===_a||v.minFilter===ps)&&Ye("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(A,i.TEXTURE_WRAP_S,We[v.wrapS]),i.texParameteri(A,i.TEXTURE_WRAP_T,We[v.wrapT]),(A===i.TEXTURE_3D||A===i.TEXTURE_2D_ARRAY)&&i.texParameteri(A,i.TEXTURE_WRAP_R,We[v.wrapR]),i.texParameteri(A,i.TEXTURE_MAG_FILTER,st[v.magFilter]),i.texParameteri(A,i.TEXTURE_MIN_FILTER,st[v.minFilter]),v.compareFunction&&(i.texParameteri(A,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(A,i.TEXTURE_COMPARE_FUNC,Ve[v.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(v.magFilter===wn||v.minFilter!==_a&&v.minFilter!==ps||v.type===Ri&&e.has("OES_texture_float_linear")===!1)return;if(v.anisotropy>1||n.get(v).__currentAnisotropy){let W=e.get("EXT_texture_filter_anisotropic");i.texParameterf(A,W.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(v.anisotropy,s.getMaxAnisotropy())),n.get(v).__currentAnisotropy=v.anisotropy}}}function lt(A,v){let W=!1;A.__webglInit===void 0&&(A.__webglInit=!0,v.addEventListener("dispose",L),O(v));let he=v.source,re=f.get(he);re===void 0&&(re={},f.set(he,re));let _e=Q(v);if(_e!==A.__cacheKey){re[_e]===void 0&&(re[_e]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,W=!0),re[_e].usedTimes++;let ve=re[A.__cacheKey];ve!==void 0&&(re[A.__cacheKey].usedTimes--,ve.usedTimes===0&&V(v)),A.__cacheKey=_e,A.__webglTexture=re[_e].texture}return W}function nt(A,v,W){return Math.floor(Math.floor(A/W)/v)}function Wt(A,v,W,he){let _e=A.updateRanges;if(_e.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,v.width,v.height,W,he,v.data);else{_e.sort((U,se)=>U.start-se.start);let ve=0;for(let U=1;U<_e.length;U++){let se=_e[ve],te=_e[U],Ee=se.start+se.count,ge=nt(te.start,v.width,4),Se=nt(se.start,v.width,4);te.start<=Ee+1&&ge===Se&&nt(te.start+te.count-1,v.width,4)===ge?se.count=Math.max(se.count,te.start+te.count-se.start):(++ve,_e[ve]=te)}_e.length=ve+1;let ee=t.getParameter(i.UNPACK_ROW_LENGTH),ne=t.getParameter(i.UNPACK_SKIP_PIXELS),pe=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,v.width);for(let U=0,se=_e.length;U<se;U++){let te=_e[U],Ee=Math.floor(te.start/4),ge=Math.ceil(te.count/4),Se=Ee%v.width,He=Math.floor(Ee/v.width),Ze=ge,le=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,Se),t.pixelStorei(i.UNPACK_SKIP_ROWS,He),t.texSubImage2D(i.TEXTURE_2D,0,Se,He,Ze,le,W,he,v.data)}A.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,ee),t.pixelStorei(i.UNPACK_SKIP_PIXELS,ne),t.pixelStorei(i.UNPACK_SKIP_ROWS,pe)}}function Ft(A,v,W){let he=i.TEXTURE_2D;(v.isDataArrayTexture||v.isCompressedArrayTexture)&&(he=i.TEXTURE_2D_ARRAY),v.isData3DTexture&&(he=i.TEXTURE_3D);let re=lt(A,v),_e=v.source;t.bindTexture(he,A.__webglTexture,i.TEXTURE0+W);let ve=n.get(_e);if(_e.version!==ve.__version||re===!0){if(t.activeTexture(i.TEXTURE0+W),(typeof ImageBitmap<"u"&&v.image instanceof ImageBitmap)===!1){let le=xt.getPrimaries(xt.workingColorSpace),ke=v.colorSpace===gs?null:xt.getPrimaries(v.colorSpace),Je=v.colorSpace===gs||le===ke?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,v.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,v.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Je)}t.pixelStorei(i.UNPACK_ALIGNMENT,v.unpackAlignment);let ne=y(v.image,!1,s.maxTextureSize);ne=Ge(v,ne);let pe=r.convert(v.format,v.colorSpace),U=r.convert(v.type),se=T(v.internalFormat,pe,U,v.normalized,v.colorSpace,v.isVideoTexture);dt(he,v);let te,Ee=v.mipmaps,ge=v.isVideoTexture!==!0,Se=ve.__version===void 0||re===!0,He=_e.dataReady,Ze=E(v,ne);if(v.isDepthTexture)se=x(v.format===ms,v.type),Se&&(ge?t.texStorage2D(i.TEXTURE_2D,1,se,ne.width,ne.height):t.texImage2D(i.TEXTURE_2D,0,se,ne.width,ne.height,0,pe,U,null));else if(v.isDataTexture)if(Ee.length>0){ge&&Se&&t.texStorage2D(i.TEXTURE_2D,Ze,se,Ee[0].width,Ee[0].height);for(let le=0,ke=Ee.length;le<ke;le++)te=Ee[le],ge?He&&t.texSubImage2D(i.TEXTURE_2D,le,0,0,te.width,te.height,pe,U,te.data):t.texImage2D(i.TEXTURE_2D,le,se,te.width,te.height,0,pe,U,te.data);v.generateMipmaps=!1}else ge?(Se&&t.texStorage2D(i.TEXTURE_2D,Ze,se,ne.width,ne.height),He&&Wt(v,ne,pe,U)):t.texImage2D(i.TEXTURE_2D,0,se,ne.width,ne.height,0,pe,U,ne.data);else if(v.isCompressedTexture)if(v.isCompressedArrayTexture){ge&&Se&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Ze,se,Ee[0].width,Ee[0].height,ne.depth);for(let le=0,ke=Ee.length;le<ke;le++)if(te=Ee[le],v.format!==Pi)if(pe!==null)if(ge){if(He)if(v.layerUpdates.size>0){let Je=Cd(te.width,te.height,v.format,v.type);for(let Ce of v.layerUpdates){let at=te.data.subarray(Ce*Je/te.data.BYTES_PER_ELEMENT,(Ce+1)*Je/te.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,le,0,0,Ce,te.width,te.height,1,pe,at)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,le,0,0,0,te.width,te.height,ne.depth,pe,te.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,le,se,te.width,te.height,ne.depth,0,te.data,0,0);else Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?He&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,le,0,0,0,te.width,te.height,ne.depth,pe,U,te.data):t.texImage3D(i.TEXTURE_2D_ARRAY,le,se,te.width,te.height,ne.depth,0,pe,U,te.data);v.layerUpdates.size>0&&v.clearLayerUpdates()}else{ge&&Se&&t.texStorage2D(i.TEXTURE_2D,Ze,se,Ee[0].width,Ee[0].height);for(let le=0,ke=Ee.length;le<ke;le++)te=Ee[le],v.format!==Pi?pe!==null?ge?He&&t.compressedTexSubImage2D(i.TEXTURE_2D,le,0,0,te.width,te.height,pe,te.data):t.compressedTexImage2D(i.TEXTURE_2D,le,se,te.width,te.height,0,te.data):Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?He&&t.texSubImage2D(i.TEXTURE_2D,le,0,0,te.width,te.height,pe,U,te.data):t.texImage2D(i.TEXTURE_2D,le,se,te.width,te.height,0,pe,U,te.data)}else if(v.isDataArrayTexture)if(ge){if(Se&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Ze,se,ne.width,ne.height,ne.depth),He)if(v.layerUpdates.size>0){let le=Cd(ne.width,ne.height,v.format,v.type);for(let ke of v.layerUpdates){let Je=ne.data.subarray(ke*le/ne.data.BYTES_PER_ELEMENT,(ke+1)*le/ne.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,ke,ne.width,ne.height,1,pe,U,Je)}v.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,ne.width,ne.height,ne.depth,pe,U,ne.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,se,ne.width,ne.height,ne.depth,0,pe,U,ne.data);else if(v.isData3DTexture)ge?(Se&&t.texStorage3D(i.TEXTURE_3D,Ze,se,ne.width,ne.height,ne.depth),He&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,ne.width,ne.height,ne.depth,pe,U,ne.data)):t.texImage3D(i.TEXTURE_3D,0,se,ne.width,ne.height,ne.depth,0,pe,U,ne.data);else if(v.isFramebufferTexture){if(Se)if(ge)t.texStorage2D(i.TEXTURE_2D,Ze,se,ne.width,ne.height);else{let le=ne.width,ke=ne.height;for(let Je=0;Je<Ze;Je++)t.texImage2D(i.TEXTURE_2D,Je,se,le,ke,0,pe,U,null),le>>=1,ke>>=1}}else if(v.isHTMLTexture){if("texElementImage2D"in i){let le=i.canvas;if(le.hasAttribute("layoutsubtree")||le.setAttribute("layoutsubtree","true"),ne.parentNode!==le){le.appendChild(ne),u.add(v),le.onpaint=ke=>{let Je=ke.changedElements;for(let Ce of u)Je.includes(Ce.image)&&(Ce.needsUpdate=!0)},le.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,ne);else{let Je=i.RGBA,Ce=i.RGBA,at=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Je,Ce,at,ne)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Ee.length>0){if(ge&&Se){let le=qe(Ee[0]);t.texStorage2D(i.TEXTURE_2D,Ze,se,le.width,le.height)}for(let le=0,ke=Ee.length;le<ke;le++)te=Ee[le],ge?He&&t.texSubImage2D(i.TEXTURE_2D,le,0,0,pe,U,te):t.texImage2D(i.TEXTURE_2D,le,se,pe,U,te);v.generateMipmaps=!1}else if(ge){if(Se){let le=qe(ne);t.texStorage2D(i.TEXTURE_2D,Ze,se,le.width,le.height)}He&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,pe,U,ne)}else t.texImage2D(i.TEXTURE_2D,0,se,pe,U,ne);R(v)&&v.mipmapsAutoUpdate===!0&&w(he),ve.__version=_e.version,v.onUpdate&&v.onUpdate(v)}A.__version=v.version}function tn(A,v,W){if(v.image.length!==6)return;let he=lt(A,v),re=v.source;t.bindTexture(i.TEXTURE_CUBE_MAP,A.__webglTexture,i.TEXTURE0+W);let _e=n.get(re);if(re.version!==_e.__version||he===!0){t.activeTexture(i.TEXTURE0+W);let ve=xt.getPrimaries(xt.workingColorSpace),ee=v.colorSpace===gs?null:xt.getPrimaries(v.colorSpace),ne=v.colorSpace===gs||ve===ee?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,v.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,v.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,v.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ne);let pe=v.isCompressedTexture||v.image[0].isCompressedTexture,U=v.image[0]&&v.image[0].isDataTexture,se=[];for(let Ce=0;Ce<6;Ce++)!pe&&!U?se[Ce]=y(v.image[Ce],!0,s.maxCubemapSize):se[Ce]=U?v.image[Ce].image:v.image[Ce],se[Ce]=Ge(v,se[Ce]);let te=se[0],Ee=r.convert(v.format,v.colorSpace),ge=r.convert(v.type),Se=T(v.internalFormat,Ee,ge,v.normalized,v.colorSpace),He=v.isVideoTexture!==!0,Ze=_e.__version===void 0||he===!0,le=re.dataReady,ke=E(v,te);dt(i.TEXTURE_CUBE_MAP,v);let Je;if(v.isDepthTexture){if(Se=x(v.format===ms,v.type),Ze)if(He)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,Se,te.width,te.height);else for(let Ce=0;Ce<6;Ce++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,Se,te.width,te.height,0,Ee,ge,null)}else if(pe){He&&Ze&&t.texStorage2D(i.TEXTURE_CUBE_MAP,ke,Se,te.width,te.height);for(let Ce=0;Ce<6;Ce++){Je=se[Ce].mipmaps;for(let at=0;at<Je.length;at++){let Ot=Je[at];v.format!==Pi?Ee!==null?He?le&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at,0,0,Ot.width,Ot.height,Ee,Ot.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at,Se,Ot.width,Ot.height,0,Ot.data):Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at,0,0,Ot.width,Ot.height,Ee,ge,Ot.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at,Se,Ot.width,Ot.height,0,Ee,ge,Ot.data)}}}else{if(Je=v.mipmaps,He&&Ze){Je.length>0&&ke++;let Ce=qe(se[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,ke,Se,Ce.width,Ce.height)}for(let Ce=0;Ce<6;Ce++)if(U){He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,se[Ce].width,se[Ce].height,Ee,ge,se[Ce].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,Se,se[Ce].width,se[Ce].height,0,Ee,ge,se[Ce].data);for(let at=0;at<Je.length;at++){let Nn=Je[at].image[Ce].image;He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at+1,0,0,Nn.width,Nn.height,Ee,ge,Nn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at+1,Se,Nn.width,Nn.height,0,Ee,ge,Nn.data)}}else{He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,Ee,ge,se[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,Se,Ee,ge,se[Ce]);for(let at=0;at<Je.length;at++){let Ot=Je[at];He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at+1,0,0,Ee,ge,Ot.image[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,at+1,Se,Ee,ge,Ot.image[Ce])}}}R(v)&&v.mipmapsAutoUpdate===!0&&w(i.TEXTURE_CUBE_MAP),_e.__version=re.version,v.onUpdate&&v.onUpdate(v)}A.__version=v.version}function Pt(A,v,W,he,re,_e){let ve=r.convert(W.format,W.colorSpace),ee=r.convert(W.type),ne=T(W.internalFormat,ve,ee,W.normalized,W.colorSpace),pe=n.get(v),U=n.get(W);if(U.__renderTarget=v,!pe.__hasExternalTextures){let se=Math.max(1,v.width>>_e),te=Math.max(1,v.height>>_e);re===i.TEXTURE_3D||re===i.TEXTURE_2D_ARRAY?t.texImage3D(re,_e,ne,se,te,v.depth,0,ve,ee,null):t.texImage2D(re,_e,ne,se,te,0,ve,ee,null)}t.bindFramebuffer(i.FRAMEBUFFER,A),we(v)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,he,re,U.__webglTexture,0,rt(v)):(re===i.TEXTURE_2D||re>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&re<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,he,re,U.__webglTexture,_e),t.bindFramebuffer(i.FRAMEBUFFER,null)}function _n(A,v,W){if(i.bindRenderbuffer(i.RENDERBUFFER,A),v.depthBuffer){let he=v.depthTexture,re=he&&he.isDepthTexture?he.type:null,_e=x(v.stencilBuffer,re),ve=v.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;we(v)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,rt(v),_e,v.width,v.height):W?i.renderbufferStorageMultisample(i.RENDERBUFFER,rt(v),_e,v.width,v.height):i.renderbufferStorage(i.RENDERBUFFER,_e,v.width,v.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,ve,i.RENDERBUFFER,A)}else{let he=v.textures;for(let re=0;re<he.length;re++){let _e=he[re],ve=r.convert(_e.format,_e.colorSpace),ee=r.convert(_e.type),ne=T(_e.internalFormat,ve,ee,_e.normalized,_e.colorSpace);we(v)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,rt(v),ne,v.width,v.height):W?i.renderbufferStorageMultisample(i.RENDERBUFFER,rt(v),ne,v.width,v.height):i.renderbufferStorage(i.RENDERBUFFER,ne,v.width,v.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function yt(A,v,W){let he=v.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,A),!(v.depthTexture&&v.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let re=n.get(v.depthTexture);re.__renderTarget=v;let _e=he?v.depthTexture.image[0]:v.depthTexture.image;(!re.__webglTexture||_e.width!==v.width||_e.height!==v.height)&&(_e.width=v.width,_e.height=v.height,v.depthTexture.needsUpdate=!0),he?be(v.depthTexture,0):me(v.depthTexture,0);let ve=re.__webglTexture,ee=rt(v),ne=he?i.TEXTURE_CUBE_MAP_POSITIVE_X+W:i.TEXTURE_2D,pe=v.depthTexture.format===ms?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(v.depthTexture.format===us)we(v)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ne,ve,0,ee):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ne,ve,0);else if(v.depthTexture.format===ms)we(v)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ne,ve,0,ee):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ne,ve,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function un(A){let v=n.get(A),W=A.isWebGLCubeRenderTarget===!0;if(v.__boundDepthTexture!==A.depthTexture){let he=A.depthTexture;if(v.__depthDisposeCallback&&v.__depthDisposeCallback(),he){let re=()=>{delete v.__boundDepthTexture,delete v.__depthDisposeCallback,he.removeEventListener("dispose",re)};he.addEventListener("dispose",re),v.__depthDisposeCallback=re}v.__boundDepthTexture=he}if(A.depthTexture&&!v.__autoAllocateDepthBuffer)if(W)for(let he=0;he<6;he++)yt(v.__webglFramebuffer[he],A,he);else A.texture.mipmaps.length>0?yt(v.__webglFramebuffer[0],A,0):yt(v.__webglFramebuffer,A,0);else if(W){v.__webglDepthbuffer=[];for(let he=0;he<6;he++)if(t.bindFramebuffer(i.FRAMEBUFFER,v.__webglFramebuffer[he]),v.__webglDepthbuffer[he]===void 0)v.__webglDepthbuffer[he]=i.createRenderbuffer(),_n(v.__webglDepthbuffer[he],A,!1);else{let re=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_e=v.__webglDepthbuffer[he];i.bindRenderbuffer(i.RENDERBUFFER,_e),i.framebufferRenderbuffer(i.FRAMEBUFFER,re,i.RENDERBUFFER,_e)}}else if(A.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,v.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,v.__webglFramebuffer),v.__webglDepthbuffer===void 0)v.__webglDepthbuffer=i.createRenderbuffer(),_n(v.__webglDepthbuffer,A,!1);else{let re=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_e=v.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,_e),i.framebufferRenderbuffer(i.FRAMEBUFFER,re,i.RENDERBUFFER,_e)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function Yt(A,v,W){let he=n.get(A);v!==void 0&&Pt(he.__webglFramebuffer,A,A.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),W!==void 0&&un(A)}function nn(A){let v=A.texture,W=n.get(A),he=n.get(v);A.addEventListener("dispose",B),O(A);let re=A.textures,_e=A.isWebGLCubeRenderTarget===!0,ve=re.length>1;if(ve||(he.__webglTexture===void 0&&(he.__webglTexture=i.createTexture()),he.__version=v.version,o.memory.textures++),_e){W.__webglFramebuffer=[];for(let ee=0;ee<6;ee++)if(v.mipmaps.length>0){W.__webglFramebuffer[ee]=[];for(let ne=0;ne<v.mipmaps.length;ne++)W.__webglFramebuffer[ee][ne]=i.createFramebuffer()}else W.__webglFramebuffer[ee]=i.createFramebuffer()}else{if(v.mipmaps.length>0){W.__webglFramebuffer=[];for(let ee=0;ee<v.mipmaps.length;ee++)W.__webglFramebuffer[ee]=i.createFramebuffer()}else W.__webglFramebuffer=i.createFramebuffer();if(ve)for(let ee=0,ne=re.length;ee<ne;ee++){let pe=n.get(re[ee]);pe.__webglTexture===void 0&&(pe.__webglTexture=i.createTexture(),o.memory.textures++)}if(A.samples>0&&we(A)===!1){W.__webglMultisampledFramebuffer=i.createFramebuffer(),W.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,W.__webglMultisampledFramebuffer);for(let ee=0;ee<re.length;ee++){let ne=re[ee];W.__webglColorRenderbuffer[ee]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,W.__webglColorRenderbuffer[ee]);let pe=r.convert(ne.format,ne.colorSpace),U=r.convert(ne.type),se=T(ne.internalFormat,pe,U,ne.normalized,ne.colorSpace,A.isXRRenderTarget===!0),te=rt(A);i.renderbufferStorageMultisample(i.RENDERBUFFER,te,se,A.width,A.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+ee,i.RENDERBUFFER,W.__webglColorRenderbuffer[ee])}i.bindRenderbuffer(i.RENDERBUFFER,null),A.depthBuffer&&(W.__webglDepthRenderbuffer=i.createRenderbuffer(),_n(W.__webglDepthRenderbuffer,A,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(_e){t.bindTexture(i.TEXTURE_CUBE_MAP,he.__webglTexture),dt(i.TEXTURE_CUBE_MAP,v);for(let ee=0;ee<6;ee++)if(v.mipmaps.length>0)for(let ne=0;ne<v.mipmaps.length;ne++)Pt(W.__webglFramebuffer[ee][ne],A,v,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ee,ne);else Pt(W.__webglFramebuffer[ee],A,v,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ee,0);R(v)?w(i.TEXTURE_CUBE_MAP):v.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,v.mipmaps.length-1),t.unbindTexture()}else if(ve){for(let ee=0,ne=re.length;ee<ne;ee++){let pe=re[ee],U=n.get(pe),se=i.TEXTURE_2D;(A.isWebGL3DRenderTarget||A.isWebGLArrayRenderTarget)&&(se=A.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(se,U.__webglTexture),dt(se,pe),Pt(W.__webglFramebuffer,A,pe,i.COLOR_ATTACHMENT0+ee,se,0),R(pe)&&w(se)}t.unbindTexture()}else{let ee=i.TEXTURE_2D;if((A.isWebGL3DRenderTarget||A.isWebGLArrayRenderTarget)&&(ee=A.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(ee,he.__webglTexture),dt(ee,v),v.mipmaps.length>0)for(let ne=0;ne<v.mipmaps.length;ne++)Pt(W.__webglFramebuffer[ne],A,v,i.COLOR_ATTACHMENT0,ee,ne);else Pt(W.__webglFramebuffer,A,v,i.COLOR_ATTACHMENT0,ee,0);R(v)?w(ee):v.mipmaps.length>0&&i.texParameteri(ee,i.TEXTURE_MAX_LEVEL,v.mipmaps.length-1),t.unbindTexture()}A.depthBuffer&&un(A)}function F(A){let v=A.textures;for(let W=0,he=v.length;W<he;W++){let re=v[W];if(R(re)&&re.mipmapsAutoUpdate===!0){let _e=P(A),ve=n.get(re).__webglTexture;t.bindTexture(_e,ve),w(_e),t.unbindTexture()}}}let Pe=[];function $e(A){if(A.samples>0){if(we(A)===!1){let v=A.textures,W=A.width,he=A.height,re=i.COLOR_BUFFER_BIT,_e=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ve=n.get(A),ee=v.length>1;if(ee)for(let pe=0;pe<v.length;pe++)t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,ve.__webglMultisampledFramebuffer),A.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ve.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ve.__webglFramebuffer);for(let pe=0;pe<v.length;pe++){if(A.resolveDepthBuffer&&(A.depthBuffer&&(re|=i.DEPTH_BUFFER_BIT),A.stencilBuffer&&A.resolveStencilBuffer&&(re|=i.STENCIL_BUFFER_BIT)),ee){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,ve.__webglColorRenderbuffer[pe]);let U=n.get(v[pe]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,U,0)}i.blitFramebuffer(0,0,W,he,0,0,W,he,re,i.NEAREST),l===!0&&(Pe.length=0,Pe.push(i.COLOR_ATTACHMENT0+pe),A.depthBuffer&&A.storeMultisampledDepthBuffer===!1&&Pe.push(_e),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Pe))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),ee)for(let pe=0;pe<v.length;pe++){t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,ve.__webglColorRenderbuffer[pe]);let U=n.get(v[pe]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,U,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ve.__webglMultisampledFramebuffer)}else if(A.depthBuffer&&A.storeMultisampledDepthBuffer===!1&&l){let v=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[v])}}}function rt(A){return Math.min(s.maxSamples,A.samples)}function we(A){let v=n.get(A);return A.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&v.__useRenderToTexture!==!1}function Lt(A){let v=o.render.frame;h.get(A)!==v&&(h.set(A,v),A.update())}function Ge(A,v){let W=A.colorSpace,he=A.format,re=A.type;return A.isCompressedTexture===!0||A.isVideoTexture===!0||W!==Wo&&W!==gs&&(xt.getTransfer(W)===Tt?(he!==Pi||re!==Yn)&&Ye("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):je("WebGLTextures: Unsupported texture color space:",W)),v}function qe(A){return typeof HTMLImageElement<"u"&&A instanceof HTMLImageElement?(c.width=A.naturalWidth||A.width,c.height=A.naturalHeight||A.height):typeof VideoFrame<"u"&&A instanceof VideoFrame?(c.width=A.displayWidth,c.height=A.displayHeight):(c.width=A.width,c.height=A.height),c}this.allocateTextureUnit=ue,this.resetTextureUnits=j,this.getTextureUnits=ie,this.setTextureUnits=de,this.setTexture2D=me,this.setTexture2DArray=xe,this.setTexture3D=Re,this.setTextureCube=be,this.rebindTextures=Yt,this.setupRenderTarget=nn,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=$e,this.setupDepthRenderbuffer=un,this.setupFrameBufferTexture=Pt,this.useMultisampledRTT=we,this.dispose=H}function aw(i,e){function t(n,s=gs){let r,o=xt.getTransfer(s);if(n===Yn)return i.UNSIGNED_BYTE;if(n===Ec)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Tc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===gd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===_d)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===pd)return i.BYTE;if(n===md)return i.SHORT;if(n===fo)return i.UNSIGNED_SHORT;if(n===wc)return i.INT;if(n===Ai)return i.UNSIGNED_INT;if(n===Ri)return i.FLOAT;if(n===Ci)return i.HALF_FLOAT;if(n===xd)return i.ALPHA;if(n===vd)return i.RGB;if(n===Pi)return i.RGBA;if(n===us)return i.DEPTH_COMPONENT;if(n===ms)return i.DEPTH_STENCIL;if(n===yd)return i.RED;if(n===Ac)return i.RED_INTEGER;if(n===Vs)return i.RG;if(n===Rc)return i.RG_INTEGER;if(n===Cc)return i.RGBA_INTEGER;if(n===xa||n===va||n===ya||n===Sa)if(o===Tt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===xa)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===va)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===ya)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Sa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===xa)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===va)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===ya)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Sa)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Pc||n===Ic||n===Lc||n===Dc)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Pc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Ic)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Lc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Dc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Nc||n===Uc||n===Fc||n===Oc||n===kc||n===Ma||n===Bc)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Nc||n===Uc)return o===Tt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Fc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Oc)return r.COMPRESSED_R11_EAC;if(n===kc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Ma)return r.COMPRESSED_RG11_EAC;if(n===Bc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===zc||n===Gc||n===Vc||n===Hc||n===Wc||n===Xc||n===qc||n===$c||n===Yc||n===Kc||n===Zc||n===Jc||n===jc||n===Qc)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===zc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Gc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Vc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Hc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Wc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Xc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===qc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===$c)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Yc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Kc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Zc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Jc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===jc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Qc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===eh||n===th||n===nh)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===eh)return o===Tt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===th)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===nh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===ih||n===sh||n===ba||n===rh)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===ih)return r.COMPRESSED_RED_RGTC1_EXT;if(n===sh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===ba)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===rh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===fr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var lw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,cw=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,kd=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new ia(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new qi({vertexShader:lw,fragmentShader:cw,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new $n(new oa(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Bd=class extends Gi{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,_=null,M=typeof XRWebGLBinding<"u",m=new kd,p={},y=t.getContextAttributes(),R=null,w=null,P=[],T=[],x=new ht,E=null,O=null,I=new Vn;I.viewport=new qt;let L=new Vn;L.viewport=new qt;let B=[I,L],z=new yc,N=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let me=P[Q];return me===void 0&&(me=new so,P[Q]=me),me.getTargetRaySpace()},this.getControllerGrip=function(Q){let me=P[Q];return me===void 0&&(me=new so,P[Q]=me),me.getGripSpace()},this.getHand=function(Q){let me=P[Q];return me===void 0&&(me=new so,P[Q]=me),me.getHandSpace()};function $(Q){let me=T.indexOf(Q.inputSource);if(me===-1)return;let xe=P[me];xe!==void 0&&(xe.update(Q.inputSource,Q.frame,c||o),xe.dispatchEvent({type:Q.type,data:Q.inputSource}))}function V(){s.removeEventListener("select",$),s.removeEventListener("selectstart",$),s.removeEventListener("selectend",$),s.removeEventListener("squeeze",$),s.removeEventListener("squeezestart",$),s.removeEventListener("squeezeend",$),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",ce);for(let Q=0;Q<P.length;Q++){let me=T[Q];me!==null&&(T[Q]=null,P[Q].disconnect(me))}N=null,H=null,m.reset();for(let Q in p)delete p[Q];if(e.setRenderTarget(R),f=null,d=null,u=null,s=null,w=null,ue.stop(),n.isPresenting=!1,e.setPixelRatio(E),e.setSize(x.width,x.height,!1),O!==null){let Q=O.camera;Q.fov=O.fov,Q.zoom=O.zoom,Q.updateProjectionMatrix(),O=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&Ye("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&Ye("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&M&&(u=new XRWebGLBinding(s,t)),u},this.getFrame=function(){return _},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(R=e.getRenderTarget(),s.addEventListener("select",$),s.addEventListener("selectstart",$),s.addEventListener("selectend",$),s.addEventListener("squeeze",$),s.addEventListener("squeezestart",$),s.addEventListener("squeezeend",$),s.addEventListener("end",V),s.addEventListener("inputsourceschange",ce),y.xrCompatible!==!0&&await t.makeXRCompatible(),E=e.getPixelRatio(),e.getSize(x),M&&"createProjectionLayer"in XRWebGLBinding.prototype){let xe=null,Re=null,be=null;y.depth&&(be=y.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,xe=y.stencil?ms:us,Re=y.stencil?fr:Ai);let We={colorFormat:t.RGBA8,depthFormat:be,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(We),s.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),w=new oi(d.textureWidth,d.textureHeight,{format:Pi,type:Yn,depthTexture:new fs(d.textureWidth,d.textureHeight,Re,void 0,void 0,void 0,void 0,void 0,void 0,xe),stencilBuffer:y.stencil,colorSpace:e.outputColorSpace,samples:y.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let xe={antialias:y.antialias,alpha:!0,depth:y.depth,stencil:y.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,xe),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),w=new oi(f.framebufferWidth,f.framebufferHeight,{format:Pi,type:Yn,colorSpace:e.outputColorSpace,stencilBuffer:y.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}w.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ue.setContext(s),ue.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ce(Q){for(let me=0;me<Q.removed.length;me++){let xe=Q.removed[me],Re=T.indexOf(xe);Re>=0&&(T[Re]=null,P[Re].disconnect(xe))}for(let me=0;me<Q.added.length;me++){let xe=Q.added[me],Re=T.indexOf(xe);if(Re===-1){for(let We=0;We<P.length;We++)if(We>=T.length){T.push(xe),Re=We;break}else if(T[We]===null){T[We]=xe,Re=We;break}if(Re===-1)break}let be=P[Re];be&&be.connect(xe)}}function Z(Q,me){me===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(me.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let me=Q.near,xe=Q.far;m.texture!==null&&(m.depthNear>0&&(me=m.depthNear),m.depthFar>0&&(xe=m.depthFar)),z.near=L.near=I.near=me,z.far=L.far=I.far=xe,(N!==z.near||H!==z.far)&&(s.updateRenderState({depthNear:z.near,depthFar:z.far}),N=z.near,H=z.far),z.layers.mask=Q.layers.mask|6,I.layers.mask=z.layers.mask&-5,L.layers.mask=z.layers.mask&-3;let Re=Q.parent,be=z.cameras;Z(z,Re);for(let We=0;We<be.length;We++)Z(be[We],Re);z.projectionMatrix.copy(I.projectionMatrix),z.projectionMatrixInverse.copy(I.projectionMatrixInverse),O===null&&Q.isPerspectiveCamera&&(O={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,z,Re)};function j(Q,me,xe){xe===null?Q.matrix.copy(me.matrixWorld):(Q.matrix.copy(xe.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(me.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(me.projectionMatrix),Q.projectionMatrixInverse.copy(me.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=jl*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return z},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(Q){l=Q,d!==null&&(d.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(z)},this.getCameraTexture=function(Q){return p[Q]};let ie=null;function de(Q,me){if(h=me.getViewerPose(c||o),_=me,h!==null){let xe=h.views;f!==null&&(e.setRenderTargetFramebuffer(w,f.framebuffer),e.setRenderTarget(w));let Re=!1;xe.length!==z.cameras.length&&(z.cameras.length=0,Re=!0);for(let Ve=0;Ve<xe.length;Ve++){let dt=xe[Ve],lt=null;if(f!==null)lt=f.getViewport(dt);else{let Wt=u.getViewSubImage(d,dt);lt=Wt.viewport,Ve===0&&(e.setRenderTargetTextures(w,Wt.colorTexture,Wt.depthStencilTexture),e.setRenderTarget(w))}let nt=B[Ve];nt===void 0&&(nt=new Vn,nt.layers.enable(Ve),nt.viewport=new qt,B[Ve]=nt),nt.matrix.fromArray(dt.transform.matrix),nt.matrix.decompose(nt.position,nt.quaternion,nt.scale),nt.projectionMatrix.fromArray(dt.projectionMatrix),nt.projectionMatrixInverse.copy(nt.projectionMatrix).invert(),nt.viewport.set(lt.x,lt.y,lt.width,lt.height),Ve===0&&(z.matrix.copy(nt.matrix),z.matrix.decompose(z.position,z.quaternion,z.scale)),Re===!0&&z.cameras.push(nt)}let be=s.enabledFeatures;if(be&&be.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&M){u=n.getBinding();let Ve=u.getDepthInformation(xe[0]);Ve&&Ve.isValid&&Ve.texture&&m.init(Ve,s.renderState)}if(be&&be.includes("camera-access")&&M){e.state.unbindTexture(),u=n.getBinding();for(let Ve=0;Ve<xe.length;Ve++){let dt=xe[Ve].camera;if(dt){let lt=p[dt];lt||(lt=new ia,p[dt]=lt);let nt=u.getCameraImage(dt);lt.sourceTexture=nt}}}}for(let xe=0;xe<P.length;xe++){let Re=T[xe],be=P[xe];Re!==null&&be!==void 0&&be.update(Re,me,c||o)}ie&&ie(Q,me),me.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:me}),_=null}let ue=new Kg;ue.setAnimationLoop(de),this.setAnimationLoop=function(Q){ie=Q},this.dispose=function(){}}},hw=new Ut,r0=new tt;r0.set(-1,0,0,0,1,0,0,0,1);function uw(i,e){function t(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,Td(i)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,y,R,w){p.isNodeMaterial?p.uniformsNeedUpdate=!1:p.isMeshBasicMaterial?r(m,p):p.isMeshLambertMaterial?(r(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshToonMaterial?(r(m,p),u(m,p)):p.isMeshPhongMaterial?(r(m,p),h(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshStandardMaterial?(r(m,p),d(m,p),p.isMeshPhysicalMaterial&&f(m,p,w)):p.isMeshMatcapMaterial?(r(m,p),_(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),M(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,y,R):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,t(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===Wn&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,t(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===Wn&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,t(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,t(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,t(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let y=e.get(p),R=y.envMap,w=y.envMapRotation;R&&(m.envMap.value=R,m.envMapRotation.value.setFromMatrix4(hw.makeRotationFromEuler(w)).transpose(),R.isCubeTexture&&R.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(r0),m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,t(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,t(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,y,R){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*y,m.scale.value=R*.5,p.map&&(m.map.value=p.map,t(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function h(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function u(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function d(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,t(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,t(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function f(m,p,y){m.ior.value=p.ior,p.diffuseRoughness>0&&(m.diffuseRoughness.value=p.diffuseRoughness,p.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=p.diffuseRoughnessMap,t(p.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,t(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,t(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,t(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,t(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,t(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===Wn&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.retroreflectivity>0&&(m.retroreflectivity.value=p.retroreflectivity),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=p.iridescenceThicknessMaximum,p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,t(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,t(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=y.texture,m.transmissionSamplerSize.value.set(y.width,y.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,t(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,t(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,t(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,t(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,t(p.specularIntensityMap,m.specularIntensityMapTransform))}function _(m,p){p.matcap&&(m.matcap.value=p.matcap)}function M(m,p){let y=e.get(p).light;m.referencePosition.value.setFromMatrixPosition(y.matrixWorld),m.nearDistance.value=y.shadow.camera.near,m.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function dw(i,e,t,n){let s={},r={};function o(y,R){let w=R.program;n.uniformBlockBinding(y,w,s[y.id])}function a(y,R){let w=s[y.id];w===void 0&&(_(y),w=l(y),s[y.id]=w,y.addEventListener("dispose",m));let P=R.program;n.updateUBOMapping(y,P);let T=e.render.frame;r[y.id]!==T&&(c(y),r[y.id]=T)}function l(y){let R=i.createBuffer(),w=y.__size,P=y.usage;return i.bindBuffer(i.UNIFORM_BUFFER,R),i.bufferData(i.UNIFORM_BUFFER,w,P),i.bindBuffer(i.UNIFORM_BUFFER,null),R}function c(y){let R=s[y.id],w=y.uniforms,P=y.__cache;i.bindBuffer(i.UNIFORM_BUFFER,R);for(let T=0,x=w.length;T<x;T++){let E=w[T];if(Array.isArray(E))for(let O=0,I=E.length;O<I;O++)h(E[O],T,O,P);else h(E,T,0,P)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(y,R,w,P){if(d(y,R,w,P)===!0){let T=y.__offset,x=y.value;if(Array.isArray(x)){let E=0;for(let O=0;O<x.length;O++){let I=x[O],L=M(I,!0);u(I,y.__data,E),E+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else u(x,y.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,y.__data)}}function u(y,R,w){typeof y=="number"||typeof y=="boolean"?R[w]=y:y.isMatrix3?(R[w]=y.elements[0],R[w+1]=y.elements[1],R[w+2]=y.elements[2],R[w+3]=0,R[w+4]=y.elements[3],R[w+5]=y.elements[4],R[w+6]=y.elements[5],R[w+7]=0,R[w+8]=y.elements[6],R[w+9]=y.elements[7],R[w+10]=y.elements[8],R[w+11]=0):ArrayBuffer.isView(y)?R.set(y.subarray(0,R.length-w),w):y.toArray(R,w)}function d(y,R,w,P){let T=y.value,x=R+"_"+w;if(Array.isArray(T)){P[x]===void 0&&(P[x]=[]);let E=P[x],O=!1;for(let I=0;I<T.length;I++)f(T[I],E,I)===!0&&(O=!0);return O}return f(T,P,x)}function f(y,R,w){if(R[w]===void 0)return typeof y=="number"||typeof y=="boolean"?R[w]=y:ArrayBuffer.isView(y)?R[w]=y.slice():R[w]=y.clone(),!0;{let P=R[w];if(typeof y=="number"||typeof y=="boolean"){if(P!==y)return R[w]=y,!0}else{if(ArrayBuffer.isView(y))return!0;if(P.equals(y)===!1)return P.copy(y),!0}}return!1}function _(y){let R=y.uniforms,w=0,P=16;for(let x=0,E=R.length;x<E;x++){let O=Array.isArray(R[x])?R[x]:[R[x]];for(let I=0,L=O.length;I<L;I++){let B=O[I],z=Array.isArray(B.value)?B.value:[B.value],N=Array.isArray(R[x])||Array.isArray(B.value),H=w;for(let V=0,ce=z.length;V<ce;V++){let Z=z[V],j=M(Z,N),ie=w%P,de=ie%j.boundary,ue=ie+de;w+=de,ue!==0&&P-ue<j.storage&&(w+=P-ue),V===0&&(H=w),w+=j.storage}let $=B.type==="int"?Int32Array:B.type==="uint"?Uint32Array:Float32Array;B.__data=new $((w-H)/Float32Array.BYTES_PER_ELEMENT),B.__offset=H}}let T=w%P;return T>0&&(w+=P-T),y.__size=w,y.__cache={},this}function M(y,R){let w={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(w.boundary=4,w.storage=4):y.isVector2?(w.boundary=8,w.storage=8):y.isVector3||y.isColor?(w.boundary=16,w.storage=12):y.isVector4?(w.boundary=16,w.storage=16):y.isMatrix3?(w.boundary=16,w.storage=48):y.isMatrix4?(w.boundary=16,w.storage=64):y.isTexture?Ye("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(y)?(w.boundary=16,w.storage=y.byteLength):Ye("WebGLRenderer: Unsupported uniform value type.",y),R===!0&&(w.boundary=16,w.storage=Math.ceil(w.storage/16)*16),w}function m(y){let R=y.target;R.removeEventListener("dispose",m),i.deleteBuffer(s[R.id]),delete s[R.id],delete r[R.id]}function p(){for(let y in s)i.deleteBuffer(s[y]);s={},r={}}return{bind:o,update:a,dispose:p}}var fw=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Ki=null;function pw(){return Ki===null&&(Ki=new nc(fw,16,16,Vs,Ci),Ki.name="DFG_LUT",Ki.minFilter=Hn,Ki.magFilter=Hn,Ki.wrapS=zi,Ki.wrapT=zi,Ki.generateMipmaps=!1,Ki.needsUpdate=!0),Ki}var dh=class{constructor(e={}){let{canvas:t=_g(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=Yn}=e;this.isWebGLRenderer=!0;let _;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");_=n.getContextAttributes().alpha}else _=o;let M=f,m=new Set([Cc,Rc,Ac]),p=new Set([Yn,Ai,fo,fr,Ec,Tc]),y=new Uint32Array(4),R=new Int32Array(4),w={textures:[],min:[],max:[],resolution:[]},P=null,T=null,x=[],E=[],O=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Yi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let I=this,L=!1,B=null,z=null,N=null,H=null;this._outputColorSpace=si;let $=0,V=0,ce=null,Z=-1,j=null,ie=new qt,de=new qt,ue=null,Q=new ot(0),me=0,xe=t.width,Re=t.height,be=1,We=null,st=null,Ve=new qt(0,0,xe,Re),dt=new qt(0,0,xe,Re),lt=!1,nt=new Fs,Wt=new ic,Ft=!1,tn=!1,Pt=new Ut,_n=new X,yt=new qt,un={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Yt=!1;function nn(){return ce===null?be:1}let F=n;function Pe(b,k){return t.getContext(b,k)}let $e,rt,we,Lt,Ge,qe,A,v,W,he,re,_e,ve,ee,ne,pe,U,se,te,Ee,ge,Se,He;try{let b={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",ke,!1),t.addEventListener("webglcontextrestored",Je,!1),t.addEventListener("webglcontextcreationerror",Ce,!1),F===null){let k="webgl2";if(F=Pe(k,b),F===null)throw Pe(k)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Ze()}catch(b){throw t.removeEventListener("webglcontextlost",ke,!1),t.removeEventListener("webglcontextrestored",Je,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),je("WebGLRenderer: "+b.message),b}function Ze(){$e=new EM(F),$e.init(),ge=new aw(F,$e),rt=new pM(F,$e,e,ge),we=new rw(F,$e),rt.reversedDepthBuffer&&d&&we.buffers.depth.setReversed(!0),z=F.createFramebuffer(),N=F.createFramebuffer(),H=F.createFramebuffer(),Lt=new RM(F),Ge=new Xb,qe=new ow(F,$e,we,Ge,rt,ge,Lt),A=new wM(I),v=new Pv(F),Se=new dM(F,v),W=new TM(F,v,Lt,Se),he=new PM(F,W,v,Se,Lt),se=new CM(F,rt,qe),ne=new mM(Ge),re=new Wb(I,A,$e,rt,Se,ne),_e=new uw(I,Ge),ve=new $b,ee=new Qb($e),U=new uM(I,A,we,he,_,l),pe=new sw(I,he,rt),He=new dw(F,Lt,rt,we),te=new fM(F,$e,Lt),Ee=new AM(F,$e,Lt),Lt.programs=re.programs,I.capabilities=rt,I.extensions=$e,I.properties=Ge,I.renderLists=ve,I.shadowMap=pe,I.state=we,I.info=Lt}M!==Yn&&(O=new LM(M,t.width,t.height,a,s,r));let le=new Bd(I,F);this.xr=le,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let b=$e.get("WEBGL_lose_context");b&&b.loseContext()},this.forceContextRestore=function(){let b=$e.get("WEBGL_lose_context");b&&b.restoreContext()},this.getPixelRatio=function(){return be},this.setPixelRatio=function(b){b!==void 0&&(be=b,this.setSize(xe,Re,!1))},this.getSize=function(b){return b.set(xe,Re)},this.setSize=function(b,k,J=!0){if(le.isPresenting){Ye("WebGLRenderer: Can't change size while VR device is presenting.");return}xe=b,Re=k,t.width=Math.floor(b*be),t.height=Math.floor(k*be),J===!0&&(t.style.width=b+"px",t.style.height=k+"px"),O!==null&&O.setSize(t.width,t.height),this.setViewport(0,0,b,k)},this.getDrawingBufferSize=function(b){return b.set(xe*be,Re*be).floor()},this.setDrawingBufferSize=function(b,k,J){xe=b,Re=k,be=J,t.width=Math.floor(b*J),t.height=Math.floor(k*J),this.setViewport(0,0,b,k)},this.setEffects=function(b){if(M===Yn){je("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(b){for(let k=0;k<b.length;k++)if(b[k].isOutputPass===!0){Ye("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}O.setEffects(b||[])},this.getCurrentViewport=function(b){return b.copy(ie)},this.getViewport=function(b){return b.copy(Ve)},this.setViewport=function(b,k,J,q){b.isVector4?Ve.set(b.x,b.y,b.z,b.w):Ve.set(b,k,J,q),we.viewport(ie.copy(Ve).multiplyScalar(nn()).round())},this.getScissor=function(b){return b.copy(dt)},this.setScissor=function(b,k,J,q){b.isVector4?dt.set(b.x,b.y,b.z,b.w):dt.set(b,k,J,q),we.scissor(de.copy(dt).multiplyScalar(nn()).round())},this.getScissorTest=function(){return lt},this.setScissorTest=function(b){we.setScissorTest(lt=b)},this.setOpaqueSort=function(b){We=b},this.setTransparentSort=function(b){st=b},this.getClearColor=function(b){return b.copy(U.getClearColor())},this.setClearColor=function(){U.setClearColor(...arguments)},this.getClearAlpha=function(){return U.getClearAlpha()},this.setClearAlpha=function(){U.setClearAlpha(...arguments)},this.clear=function(b=!0,k=!0,J=!0){let q=0;if(b){let Y=!1;if(ce!==null){let Te=ce.texture.format;Y=m.has(Te)}if(Y){let Te=ce.texture.type,Ie=p.has(Te),Ae=U.getClearColor(),Le=U.getClearAlpha(),ze=Ae.r,Qe=Ae.g,ft=Ae.b;Ie?(y[0]=ze,y[1]=Qe,y[2]=ft,y[3]=Le,F.clearBufferuiv(F.COLOR,0,y)):(R[0]=ze,R[1]=Qe,R[2]=ft,R[3]=Le,F.clearBufferiv(F.COLOR,0,R))}else q|=F.COLOR_BUFFER_BIT}k&&(q|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),J&&(q|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),q!==0&&F.clear(q)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(b){b.setRenderer(this),B=b},this.dispose=function(){t.removeEventListener("webglcontextlost",ke,!1),t.removeEventListener("webglcontextrestored",Je,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),U.dispose(),ve.dispose(),ee.dispose(),qe.dispose(),Ge.dispose(),A.dispose(),he.dispose(),W.dispose(),Se.dispose(),He.dispose(),re.dispose(),le.dispose(),le.removeEventListener("sessionstart",Ra),le.removeEventListener("sessionend",Ii),ji.stop()};function ke(b){b.preventDefault(),$o("WebGLRenderer: Context Lost."),L=!0}function Je(){$o("WebGLRenderer: Context Restored."),L=!1;let b=Lt.autoReset,k=pe.enabled,J=pe.autoUpdate,q=pe.needsUpdate,Y=pe.type;Ze(),Lt.autoReset=b,pe.enabled=k,pe.autoUpdate=J,pe.needsUpdate=q,pe.type=Y}function Ce(b){je("WebGLRenderer: A WebGL context could not be created. Reason: ",b.statusMessage)}function at(b){let k=b.target;k.removeEventListener("dispose",at),Ot(k)}function Ot(b){Nn(b),Ge.remove(b)}function Nn(b){let k=Ge.get(b).programs;k!==void 0&&(k.forEach(function(J){re.releaseProgram(J)}),b.isShaderMaterial&&re.releaseShaderCache(b))}this.renderBufferDirect=function(b,k,J,q,Y,Te){k===null&&(k=un);let Ie=Y.isMesh&&Y.matrixWorld.determinantAffine()<0,Ae=vo(b,k,J,q,Y);we.setMaterial(q,Ie);let Le=J.index,ze=1;if(q.wireframe===!0){if(Le=W.getWireframeAttribute(J),Le===void 0)return;ze=2}let Qe=J.drawRange,ft=J.attributes.position,Be=Qe.start*ze,pt=(Qe.start+Qe.count)*ze;Te!==null&&(Be=Math.max(Be,Te.start*ze),pt=Math.min(pt,(Te.start+Te.count)*ze)),Le!==null?(Be=Math.max(Be,0),pt=Math.min(pt,Le.count)):ft!=null&&(Be=Math.max(Be,0),pt=Math.min(pt,ft.count));let $t=pt-Be;if($t<0||$t===1/0)return;Se.setup(Y,q,Ae,J,Le);let At,Rt=te;if(Le!==null&&(At=v.get(Le),Rt=Ee,Rt.setIndex(At)),Y.isMesh)q.wireframe===!0?(we.setLineWidth(q.wireframeLinewidth*nn()),Rt.setMode(F.LINES)):Rt.setMode(F.TRIANGLES);else if(Y.isLine){let dn=q.linewidth;dn===void 0&&(dn=1),we.setLineWidth(dn*nn()),Y.isLineSegments?Rt.setMode(F.LINES):Y.isLineLoop?Rt.setMode(F.LINE_LOOP):Rt.setMode(F.LINE_STRIP)}else Y.isPoints?Rt.setMode(F.POINTS):Y.isSprite&&Rt.setMode(F.TRIANGLES);if(Y.isBatchedMesh)if($e.get("WEBGL_multi_draw"))Rt.renderMultiDraw(Y._multiDrawStarts,Y._multiDrawCounts,Y._multiDrawCount);else{let dn=Y._multiDrawStarts,Fe=Y._multiDrawCounts,sn=Y._multiDrawCount,gt=Le?v.get(Le).bytesPerElement:1,es=Ge.get(q).currentProgram.getUniforms();for(let rn=0;rn<sn;rn++)es.setValue(F,"_gl_DrawID",rn),Rt.render(dn[rn]/gt,Fe[rn])}else if(Y.isInstancedMesh)Rt.renderInstances(Be,$t,Y.count);else if(J.isInstancedBufferGeometry){let dn=J._maxInstanceCount!==void 0?J._maxInstanceCount:1/0,Fe=Math.min(J.instanceCount,dn);Rt.renderInstances(Be,$t,Fe)}else Rt.render(Be,$t)};function go(b,k,J,q){B!==null&&b.isNodeMaterial&&B.setObject(q,b),Ft===!0&&ne.setState(b,J,!1),b.transparent===!0&&b.side===$i&&b.forceSinglePass===!1?(b.side=Wn,b.needsUpdate=!0,Li(b,k,q),b.side=Gs,b.needsUpdate=!0,Li(b,k,q),b.side=$i):Li(b,k,q)}this.compile=function(b,k,J=null){J===null&&(J=b),B!==null&&B.renderStart(b,k,J),T=ee.get(J),T.init(k),E.push(T),J.traverseVisible(function(Y){Y.isLight&&Y.layers.test(k.layers)&&(T.pushLight(Y),Y.castShadow&&T.pushShadow(Y))}),b!==J&&b.traverseVisible(function(Y){Y.isLight&&Y.layers.test(k.layers)&&(T.pushLight(Y),Y.castShadow&&T.pushShadow(Y))}),T.setupLights(),B!==null&&B.updateLights(T.state.lightsArray),tn=this.localClippingEnabled,Ft=ne.init(this.clippingPlanes,tn),Ft===!0&&ne.setGlobalState(this.clippingPlanes,k),B!==null&&pe.render(T.state.shadowsArray,J,k);let q=new Set;return b.traverse(function(Y){if(!(Y.isMesh||Y.isPoints||Y.isLine||Y.isSprite))return;let Te=Y.material;if(Te)if(Array.isArray(Te))for(let Ie=0;Ie<Te.length;Ie++){let Ae=Te[Ie];go(Ae,J,k,Y),q.add(Ae)}else go(Te,J,k,Y),q.add(Te)}),T=E.pop(),B!==null&&B.renderEnd(),q},this.compileAsync=function(b,k,J=null){let q=this.compile(b,k,J);return new Promise(Y=>{function Te(){if(q.forEach(function(Ie){let Le=Ge.get(Ie).currentProgram;(Le===void 0||Le.isReady())&&q.delete(Ie)}),q.size===0){Y(b);return}setTimeout(Te,10)}$e.get("KHR_parallel_shader_compile")!==null?Te():setTimeout(Te,10)})};let gr=null;function Eh(b){gr&&gr(b)}function Ra(){ji.stop()}function Ii(){ji.start()}let ji=new Kg;ji.setAnimationLoop(Eh),typeof self<"u"&&ji.setContext(self),this.setAnimationLoop=function(b){gr=b,le.setAnimationLoop(b),b===null?ji.stop():ji.start()},le.addEventListener("sessionstart",Ra),le.addEventListener("sessionend",Ii),this.render=function(b,k){if(k!==void 0&&k.isCamera!==!0){je("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;B!==null&&B.renderStart(b,k);let J=le.enabled===!0&&le.isPresenting===!0,q=O!==null&&(ce===null||J)&&O.begin(I,ce);if(b.matrixWorldAutoUpdate===!0&&b.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),le.enabled===!0&&le.isPresenting===!0&&(O===null||O.isCompositing()===!1)&&(le.cameraAutoUpdate===!0&&le.updateCamera(k),k=le.getCamera()),b.isScene===!0&&b.onBeforeRender(I,b,k,ce),T=ee.get(b,E.length),T.init(k),T.state.textureUnits=qe.getTextureUnits(),E.push(T),Pt.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),k.isArrayCamera?Wt.setFromArrayCamera(k):nt.setFromProjectionMatrix(Pt,mi,k.reversedDepth),tn=this.localClippingEnabled,Ft=ne.init(this.clippingPlanes,tn),P=ve.get(b,x.length),P.init(),x.push(P),this.info.render.frame++,le.enabled===!0&&le.isPresenting===!0){let Ie=I.xr.getDepthSensingMesh();Ie!==null&&Qi(Ie,k,-1/0,I.sortObjects)}Qi(b,k,0,I.sortObjects),P.finish(),B!==null&&B.updateLights(T.state.lightsArray),I.sortObjects===!0&&P.sort(We,st),Yt=le.enabled===!1||le.isPresenting===!1||le.hasDepthSensing()===!1,Yt&&U.addToRenderList(P,b),this.info.autoReset===!0&&this.info.reset(),Ft===!0&&ne.beginShadows();let Y=T.state.shadowsArray;if(pe.render(Y,b,k),Ft===!0&&ne.endShadows(),(q&&O.hasRenderPass())===!1){let Ie=P.opaque,Ae=P.transmissive;if(T.setupLights(),k.isArrayCamera){let Le=k.cameras;if(Ae.length>0)for(let ze=0,Qe=Le.length;ze<Qe;ze++){let ft=Le[ze];_i(Ie,Ae,b,ft)}Yt&&U.render(b);for(let ze=0,Qe=Le.length;ze<Qe;ze++){let ft=Le[ze];_o(P,b,ft,ft.viewport)}}else Ae.length>0&&_i(Ie,Ae,b,k),Yt&&U.render(b),_o(P,b,k)}ce!==null&&V===0&&(qe.updateMultisampleRenderTarget(ce),qe.updateRenderTargetMipmap(ce)),q&&O.end(I),b.isScene===!0&&b.onAfterRender(I,b,k),Se.resetDefaultState(),Z=-1,j=null,E.pop(),E.length>0?(T=E[E.length-1],qe.setTextureUnits(T.state.textureUnits),Ft===!0&&ne.setGlobalState(I.clippingPlanes,T.state.camera)):T=null,x.pop(),x.length>0?P=x[x.length-1]:P=null,B!==null&&B.renderEnd()};function Qi(b,k,J,q){if(b.visible===!1)return;if(b.layers.test(k.layers)){if(b.isGroup)J=b.renderOrder;else if(b.isLOD)b.autoUpdate===!0&&b.update(k);else if(b.isLight)T.pushLight(b),b.castShadow&&T.pushShadow(b);else if(b.isSprite){let Ie=k.isArrayCamera?Wt:nt;if(!b.frustumCulled||b.intersectsFrustum(Ie)){q&&yt.setFromMatrixPosition(b.matrixWorld).applyMatrix4(Pt);let Ae=he.update(b),Le=b.material;Le.visible&&P.push(b,Ae,Le,J,yt.z,null,k)}}else if(b.isMesh||b.isLine||b.isPoints){let Ie=k.isArrayCamera?Wt:nt;if(!b.frustumCulled||b.intersectsFrustum(Ie)){let Ae=he.update(b),Le=b.material;if(q&&(b.boundingSphere!==void 0?(b.boundingSphere===null&&b.computeBoundingSphere(),yt.copy(b.boundingSphere.center)):(Ae.boundingSphere===null&&Ae.computeBoundingSphere(),yt.copy(Ae.boundingSphere.center)),yt.applyMatrix4(b.matrixWorld).applyMatrix4(Pt)),Array.isArray(Le)){let ze=Ae.groups;for(let Qe=0,ft=ze.length;Qe<ft;Qe++){let Be=ze[Qe],pt=Le[Be.materialIndex];pt&&pt.visible&&P.push(b,Ae,pt,J,yt.z,Be,k)}}else Le.visible&&P.push(b,Ae,Le,J,yt.z,null,k)}}}let Te=b.children;for(let Ie=0,Ae=Te.length;Ie<Ae;Ie++)Qi(Te[Ie],k,J,q)}function _o(b,k,J,q){let{opaque:Y,transmissive:Te,transparent:Ie}=b;T.setupLightsView(J),Ft===!0&&ne.setGlobalState(I.clippingPlanes,J),q&&we.viewport(ie.copy(q)),Y.length>0&&Kt(Y,k,J),Te.length>0&&Kt(Te,k,J),Ie.length>0&&Kt(Ie,k,J),we.buffers.depth.setTest(!0),we.buffers.depth.setMask(!0),we.buffers.color.setMask(!0),we.setPolygonOffset(!1)}function _i(b,k,J,q){if((J.isScene===!0?J.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[q.id]===void 0){let Be=$e.has("EXT_color_buffer_half_float")||$e.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[q.id]=new oi(1,1,{generateMipmaps:!0,type:Be?Ci:Yn,minFilter:ps,samples:Math.max(4,rt.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:xt.workingColorSpace})}let Te=T.state.transmissionRenderTarget[q.id],Ie=q.viewport||ie;Te.setSize(Ie.z*I.transmissionResolutionScale,Ie.w*I.transmissionResolutionScale);let Ae=I.getRenderTarget(),Le=I.getActiveCubeFace(),ze=I.getActiveMipmapLevel();I.setRenderTarget(Te),I.getClearColor(Q),me=I.getClearAlpha(),me<1&&I.setClearColor(16777215,.5),I.clear(),Yt&&U.render(J);let Qe=I.toneMapping;I.toneMapping=Yi;let ft=q.viewport;if(q.viewport!==void 0&&(q.viewport=void 0),T.setupLightsView(q),Ft===!0&&ne.setGlobalState(I.clippingPlanes,q),Kt(b,J,q),qe.updateMultisampleRenderTarget(Te),qe.updateRenderTargetMipmap(Te),$e.has("WEBGL_multisampled_render_to_texture")===!1){let Be=!1;for(let pt=0,$t=k.length;pt<$t;pt++){let At=k[pt],{object:Rt,geometry:dn,material:Fe,group:sn}=At;if(Fe.side===$i&&Rt.layers.test(q.layers)){let gt=Fe.side;Fe.side=Wn,Fe.needsUpdate=!0,Qt(Rt,J,q,dn,Fe,sn),Fe.side=gt,Fe.needsUpdate=!0,Be=!0}}Be===!0&&(qe.updateMultisampleRenderTarget(Te),qe.updateRenderTargetMipmap(Te))}I.setRenderTarget(Ae,Le,ze),I.setClearColor(Q,me),ft!==void 0&&(q.viewport=ft),I.toneMapping=Qe}function Kt(b,k,J){let q=k.isScene===!0?k.overrideMaterial:null;for(let Y=0,Te=b.length;Y<Te;Y++){let Ie=b[Y],{object:Ae,geometry:Le,group:ze}=Ie,Qe=Ie.material;Qe.allowOverride===!0&&q!==null&&(Qe=q),Ae.layers.test(J.layers)&&Qt(Ae,k,J,Le,Qe,ze)}}function Qt(b,k,J,q,Y,Te){B!==null&&Y.isNodeMaterial&&B.setObject(b,Y),b.onBeforeRender(I,k,J,q,Y,Te),b.modelViewMatrix.multiplyMatrices(J.matrixWorldInverse,b.matrixWorld),b.normalMatrix.getNormalMatrix(b.modelViewMatrix),Y.onBeforeRender(I,k,J,q,b,Te),Y.transparent===!0&&Y.side===$i&&Y.forceSinglePass===!1?(Y.side=Wn,Y.needsUpdate=!0,I.renderBufferDirect(J,k,q,Y,b,Te),Y.side=Gs,Y.needsUpdate=!0,I.renderBufferDirect(J,k,q,Y,b,Te),Y.side=$i):I.renderBufferDirect(J,k,q,Y,b,Te),b.onAfterRender(I,k,J,q,Y,Te)}function en(b){let k=0;for(let J of b)J.texture!==null&&k++;return k}function Li(b,k,J){k.isScene!==!0&&(k=un);let q=Ge.get(b),Y=T.state.lights,Te=T.state.shadowsArray,Ie=Y.state.version,Ae=re.getParameters(b,Y.state,Te,k,J,T.state.lightProbeGridArray),Le=re.getProgramCacheKey(Ae),ze=q.programs;q.environment=b.isMeshStandardMaterial||b.isMeshLambertMaterial||b.isMeshPhongMaterial?k.environment:null,q.fog=k.fog;let Qe=b.isMeshStandardMaterial||b.isMeshLambertMaterial&&!b.envMap||b.isMeshPhongMaterial&&!b.envMap;q.envMap=A.get(b.envMap||q.environment,Qe),q.envMapRotation=q.environment!==null&&b.envMap===null?k.environmentRotation:b.envMapRotation,ze===void 0&&(b.addEventListener("dispose",at),ze=new Map,q.programs=ze,q.programVariants=new Map);let ft=ze.get(Le);if(ft!==void 0){if(q.currentProgram===ft&&q.lightsStateVersion===Ie)return xo(b,Ae),ft}else Ae.uniforms=re.getUniforms(b),B!==null&&b.isNodeMaterial&&B.build(b,J,Ae),b.onBeforeCompile(Ae,I),ft=re.acquireProgram(Ae,Le),ze.set(Le,ft),q.uniforms=Ae.uniforms;let Be=q.uniforms;return(!b.isShaderMaterial&&!b.isRawShaderMaterial||b.clipping===!0)&&(Be.clippingPlanes=ne.uniform),xo(b,Ae),q.needsLights=xs(b),q.lightsStateVersion=Ie,q.needsLights&&(Be.ambientLightColor.value=Y.state.ambient,Be.lightProbe.value=Y.state.probe,Be.sunLights.value=Y.state.sun,Be.sunLightShadows.value=Y.state.sunShadow,Be.directionalLights.value=Y.state.directional,Be.directionalLightShadows.value=Y.state.directionalShadow,Be.spotLights.value=Y.state.spot,Be.spotLightShadows.value=Y.state.spotShadow,Be.rectAreaLights.value=Y.state.rectArea,Be.ltc_1.value=Y.state.rectAreaLTC1,Be.ltc_2.value=Y.state.rectAreaLTC2,Be.pointLights.value=Y.state.point,Be.pointLightShadows.value=Y.state.pointShadow,Be.hemisphereLights.value=Y.state.hemi,Be.sunShadowMatrix.value=Y.state.sunShadowMatrix,Be.sunShadowCascade.value=Y.state.sunShadowCascade,Be.directionalShadowMatrix.value=Y.state.directionalShadowMatrix,Be.spotLightMatrix.value=Y.state.spotLightMatrix,Be.spotLightMap.value=Y.state.spotLightMap,Be.pointShadowMatrix.value=Y.state.pointShadowMatrix),q.numLightProbeGrids=en(T.state.lightProbeGridArray),q.currentProgram=ft,q.uniformsList=null,ft}function Kn(b,k,J,q,Y){let Te=Ge.get(b),Ie=Te.currentProgram.id+","+q+","+Y,Ae=Te.programVariants.get(Ie);return Ae===void 0?(Ae=Li(b,k,J),Te.programVariants.set(Ie,Ae)):(Te.currentProgram=Ae,Te.uniformsList=null,Te.outputColorSpace=q,Te.toneMapping=Y),Ae}function _s(b){if(b.uniformsList===null){let k=b.currentProgram.getUniforms();b.uniformsList=po.seqWithValue(k.seq,b.uniforms)}return b.uniformsList}function xo(b,k){let J=Ge.get(b);J.outputColorSpace=k.outputColorSpace,J.batching=k.batching,J.batchingColor=k.batchingColor,J.instancing=k.instancing,J.instancingColor=k.instancingColor,J.instancingMorph=k.instancingMorph,J.skinning=k.skinning,J.morphTargets=k.morphTargets,J.morphNormals=k.morphNormals,J.morphColors=k.morphColors,J.morphTargetsCount=k.morphTargetsCount,J.numClippingPlanes=k.numClippingPlanes,J.numIntersection=k.numClipIntersection,J.vertexAlphas=k.vertexAlphas,J.vertexTangents=k.vertexTangents,J.toneMapping=k.toneMapping}function vo(b,k,J,q,Y){k.isScene!==!0&&(k=un),qe.resetTextureUnits();let Te=k.fog,Ie=q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial?k.environment:null,Ae=ce===null?I.outputColorSpace:ce.isXRRenderTarget===!0?ce.texture.colorSpace:xt.workingColorSpace,Le=q.isMeshStandardMaterial||q.isMeshLambertMaterial&&!q.envMap||q.isMeshPhongMaterial&&!q.envMap,ze=A.get(q.envMap||Ie,Le),Qe=q.vertexColors===!0&&!!J.attributes.color&&J.attributes.color.itemSize===4,ft=!!J.attributes.tangent&&(!!q.normalMap||q.anisotropy>0),Be=!!J.morphAttributes.position,pt=!!J.morphAttributes.normal,$t=!!J.morphAttributes.color,At=Yi;q.toneMapped&&(ce===null||ce.isXRRenderTarget===!0)&&(At=I.toneMapping);let Rt=J.morphAttributes.position||J.morphAttributes.normal||J.morphAttributes.color,dn=Rt!==void 0?Rt.length:0,Fe=Ge.get(q),sn=T.state.lights;if(Ft===!0&&(tn===!0||b!==j)){let Ct=b===j&&q.id===Z;ne.setState(q,b,Ct)}let gt=!1,es=!1;q.version===Fe.__version?Fe.needsLights&&Fe.lightsStateVersion!==sn.state.version||Y.isBatchedMesh&&Fe.batching===!1||!Y.isBatchedMesh&&Fe.batching===!0||Y.isBatchedMesh&&Fe.batchingColor===!0&&Y._colorsTexture===null||Y.isBatchedMesh&&Fe.batchingColor===!1&&Y._colorsTexture!==null||Y.isInstancedMesh&&Fe.instancing===!1||!Y.isInstancedMesh&&Fe.instancing===!0||Y.isSkinnedMesh&&Fe.skinning===!1||!Y.isSkinnedMesh&&Fe.skinning===!0||Y.isInstancedMesh&&Fe.instancingColor===!0&&Y.instanceColor===null||Y.isInstancedMesh&&Fe.instancingColor===!1&&Y.instanceColor!==null||Y.isInstancedMesh&&Fe.instancingMorph===!0&&Y.morphTexture===null||Y.isInstancedMesh&&Fe.instancingMorph===!1&&Y.morphTexture!==null||Fe.envMap!==ze||q.fog===!0&&Fe.fog!==Te||Fe.numClippingPlanes!==void 0&&(Fe.numClippingPlanes!==ne.numPlanes||Fe.numIntersection!==ne.numIntersection)||Fe.vertexAlphas!==Qe||Fe.vertexTangents!==ft||Fe.morphTargets!==Be||Fe.morphNormals!==pt||Fe.morphColors!==$t||Fe.morphTargetsCount!==dn||Fe.numLightProbeGrids!==en(T.state.lightProbeGridArray)?gt=!0:(Fe.outputColorSpace!==Ae||Fe.toneMapping!==At)&&(es=!0):(gt=!0,Fe.__version=q.version);let rn=Fe.currentProgram;(gt===!0||es===!0)&&(rn=es===!0?Kn(q,k,Y,Ae,At):Li(q,k,Y),B&&q.isNodeMaterial&&B.onUpdateProgram(q,rn,Fe));let vr=!1,Di=!1,ts=!1,ct=rn.getUniforms(),Zt=Fe.uniforms;if(we.useProgram(rn.program)&&(vr=!0,Di=!0,ts=!0),q.id!==Z&&(Z=q.id,Di=!0),vr||j!==b){we.buffers.depth.getReversed()&&b.reversedDepth!==!0&&(b._reversedDepth=!0,b.updateProjectionMatrix()),ct.setValue(F,"projectionMatrix",b.projectionMatrix),ct.setValue(F,"viewMatrix",b.matrixWorldInverse);let on=ct.map.cameraPosition;on!==void 0&&on.setValue(F,_n.setFromMatrixPosition(b.matrixWorld)),rt.logarithmicDepthBuffer&&ct.setValue(F,"logDepthBufFC",2/(Math.log(b.far+1)/Math.LN2)),(q.isMeshPhongMaterial||q.isMeshToonMaterial||q.isMeshLambertMaterial||q.isMeshBasicMaterial||q.isMeshStandardMaterial||q.isShaderMaterial)&&ct.setValue(F,"isOrthographic",b.isOrthographicCamera===!0),j!==b&&(j=b,Di=!0,ts=!0)}if(Fe.needsLights&&(sn.state.sunShadowMap.length>0&&ct.setValue(F,"sunShadowMap",sn.state.sunShadowMap,qe),sn.state.directionalShadowMap.length>0&&ct.setValue(F,"directionalShadowMap",sn.state.directionalShadowMap,qe),sn.state.spotShadowMap.length>0&&ct.setValue(F,"spotShadowMap",sn.state.spotShadowMap,qe),sn.state.pointShadowMap.length>0&&ct.setValue(F,"pointShadowMap",sn.state.pointShadowMap,qe)),Y.isSkinnedMesh){ct.setOptional(F,Y,"bindMatrix"),ct.setOptional(F,Y,"bindMatrixInverse");let Ct=Y.skeleton;Ct&&(Ct.boneTexture===null&&Ct.computeBoneTexture(),ct.setValue(F,"boneTexture",Ct.boneTexture,qe))}Y.isBatchedMesh&&(ct.setOptional(F,Y,"batchingTexture"),ct.setValue(F,"batchingTexture",Y._matricesTexture,qe),ct.setOptional(F,Y,"batchingIdTexture"),ct.setValue(F,"batchingIdTexture",Y._indirectTexture,qe),ct.setOptional(F,Y,"batchingColorTexture"),Y._colorsTexture!==null&&ct.setValue(F,"batchingColorTexture",Y._colorsTexture,qe));let Un=J.morphAttributes;if((Un.position!==void 0||Un.normal!==void 0||Un.color!==void 0)&&se.update(Y,J,rn),(Di||Fe.receiveShadow!==Y.receiveShadow)&&(Fe.receiveShadow=Y.receiveShadow,ct.setValue(F,"receiveShadow",Y.receiveShadow)),(q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial)&&q.envMap===null&&k.environment!==null&&(Zt.envMapIntensity.value=k.environmentIntensity),Zt.dfgLUT!==void 0&&(Zt.dfgLUT.value=pw()),Di){if(ct.setValue(F,"toneMappingExposure",I.toneMappingExposure),Fe.needsLights&&_r(Zt,ts),Te&&q.fog===!0&&_e.refreshFogUniforms(Zt,Te),_e.refreshMaterialUniforms(Zt,q,be,Re,T.state.transmissionRenderTarget[b.id]),Fe.needsLights&&Fe.numLightProbeGrids>0){let Ct=w,on=0;for(let Cn of T.state.lightProbeGridArray)Cn.texture!==null&&(Ct.textures[on]=Cn.texture,Ct.min[on]=Cn.boundingBox.min,Ct.max[on]=Cn.boundingBox.max,Ct.resolution[on]=Cn.resolution,on++);for(let Cn in Ct)Ct[Cn].length=on;Zt.probesSH.value=Ct.textures,Zt.probesMin.value=Ct.min,Zt.probesMax.value=Ct.max,Zt.probesResolution.value=Ct.resolution}po.upload(F,_s(Fe),Zt,qe)}if(q.isShaderMaterial&&q.uniformsNeedUpdate===!0&&(po.upload(F,_s(Fe),Zt,qe),q.uniformsNeedUpdate=!1),q.isSpriteMaterial&&ct.setValue(F,"center",Y.center),ct.setValue(F,"modelViewMatrix",Y.modelViewMatrix),ct.setValue(F,"normalMatrix",Y.normalMatrix),ct.setValue(F,"modelMatrix",Y.matrixWorld),q.uniformsGroups!==void 0){let Ct=q.uniformsGroups;for(let on=0,Cn=Ct.length;on<Cn;on++){let Ca=Ct[on];He.update(Ca,rn),He.bind(Ca,rn)}}return rn}function _r(b,k){b.ambientLightColor.needsUpdate=k,b.lightProbe.needsUpdate=k,b.sunLights.needsUpdate=k,b.sunLightShadows.needsUpdate=k,b.directionalLights.needsUpdate=k,b.directionalLightShadows.needsUpdate=k,b.pointLights.needsUpdate=k,b.pointLightShadows.needsUpdate=k,b.spotLights.needsUpdate=k,b.spotLightShadows.needsUpdate=k,b.rectAreaLights.needsUpdate=k,b.hemisphereLights.needsUpdate=k}function xs(b){return b.isMeshLambertMaterial||b.isMeshToonMaterial||b.isMeshPhongMaterial||b.isMeshStandardMaterial||b.isShadowMaterial||b.isShaderMaterial&&b.lights===!0}this.getActiveCubeFace=function(){return $},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return ce},this.setRenderTargetTextures=function(b,k,J){let q=Ge.get(b);q.__autoAllocateDepthBuffer=b.resolveDepthBuffer===!1,q.__autoAllocateDepthBuffer===!1&&(q.__useRenderToTexture=!1),Ge.get(b.texture).__webglTexture=k,Ge.get(b.depthTexture).__webglTexture=q.__autoAllocateDepthBuffer?void 0:J,q.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(b,k){let J=Ge.get(b);J.__webglFramebuffer=k,J.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(b,k=0,J=0){ce=b,$=k,V=J;let q=null,Y=!1,Te=!1;if(b){let Ae=Ge.get(b);if(Ae.__useDefaultFramebuffer!==void 0){we.bindFramebuffer(F.FRAMEBUFFER,Ae.__webglFramebuffer),ie.copy(b.viewport),de.copy(b.scissor),ue=b.scissorTest,we.viewport(ie),we.scissor(de),we.setScissorTest(ue),Z=-1;return}else if(Ae.__webglFramebuffer===void 0)qe.setupRenderTarget(b);else if(Ae.__hasExternalTextures)qe.rebindTextures(b,Ge.get(b.texture).__webglTexture,Ge.get(b.depthTexture).__webglTexture);else if(b.depthBuffer){let Qe=b.depthTexture;if(Ae.__boundDepthTexture!==Qe){if(Qe!==null&&Ge.has(Qe)&&(b.width!==Qe.image.width||b.height!==Qe.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");qe.setupDepthRenderbuffer(b)}}let Le=b.texture;(Le.isData3DTexture||Le.isDataArrayTexture||Le.isCompressedArrayTexture)&&(Te=!0);let ze=Ge.get(b).__webglFramebuffer;b.isWebGLCubeRenderTarget?(Array.isArray(ze[k])?q=ze[k][J]:q=ze[k],Y=!0):b.samples>0&&qe.useMultisampledRTT(b)===!1?q=Ge.get(b).__webglMultisampledFramebuffer:Array.isArray(ze)?q=ze[J]:q=ze,ie.copy(b.viewport),de.copy(b.scissor),ue=b.scissorTest}else ie.copy(Ve).multiplyScalar(be).floor(),de.copy(dt).multiplyScalar(be).floor(),ue=lt;if(J!==0&&(q=z),we.bindFramebuffer(F.FRAMEBUFFER,q)&&we.drawBuffers(b,q),we.viewport(ie),we.scissor(de),we.setScissorTest(ue),Y){let Ae=Ge.get(b.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+k,Ae.__webglTexture,J)}else if(Te){let Ae=k;for(let Le=0;Le<b.textures.length;Le++){let ze=Ge.get(b.textures[Le]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Le,ze.__webglTexture,J,Ae)}}else if(b!==null&&J!==0){let Ae=Ge.get(b.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Ae.__webglTexture,J)}Z=-1};function xr(b){let k=Ge.get(b);return(k.__readFormat!==b.format||k.__readType!==b.type)&&(k.__readFormat=b.format,k.__readType=b.type,k.__formatReadable=rt.textureFormatReadable(b.format),k.__typeReadable=rt.textureTypeReadable(b.type)),k}this.readRenderTargetPixels=function(b,k,J,q,Y,Te,Ie,Ae=0){if(!(b&&b.isWebGLRenderTarget)){je("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Le=Ge.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&Ie!==void 0&&(Le=Le[Ie],Array.isArray(Le)&&(Le=Le[0])),Le){we.bindFramebuffer(F.FRAMEBUFFER,Le);try{let ze=b.textures[Ae],Qe=ze.format,ft=ze.type;b.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Ae);let Be=xr(ze);if(Be.__formatReadable===!1){je("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Be.__typeReadable===!1){je("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=b.width-q&&J>=0&&J<=b.height-Y&&F.readPixels(k,J,q,Y,ge.convert(Qe),ge.convert(ft),Te)}finally{let ze=ce!==null?Ge.get(ce).__webglFramebuffer:null;we.bindFramebuffer(F.FRAMEBUFFER,ze)}}},this.readRenderTargetPixelsAsync=async function(b,k,J,q,Y,Te,Ie,Ae=0){if(!(b&&b.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Le=Ge.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&Ie!==void 0&&(Le=Le[Ie],Array.isArray(Le)&&(Le=Le[0])),Le)if(k>=0&&k<=b.width-q&&J>=0&&J<=b.height-Y){we.bindFramebuffer(F.FRAMEBUFFER,Le);let ze=b.textures[Ae],Qe=ze.format,ft=ze.type;b.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Ae);let Be=xr(ze);if(Be.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Be.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pt=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,pt),F.bufferData(F.PIXEL_PACK_BUFFER,Te.byteLength,F.STREAM_READ),F.readPixels(k,J,q,Y,ge.convert(Qe),ge.convert(ft),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let $t=ce!==null?Ge.get(ce).__webglFramebuffer:null;we.bindFramebuffer(F.FRAMEBUFFER,$t);let At=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await vg(F,At,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,pt),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Te),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(pt),F.deleteSync(At),Te}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(b,k=null,J=0){let q=Math.pow(2,-J),Y=Math.floor(b.image.width*q),Te=Math.floor(b.image.height*q),Ie=k!==null?k.x:0,Ae=k!==null?k.y:0;qe.setTexture2D(b,0),F.copyTexSubImage2D(F.TEXTURE_2D,J,0,0,Ie,Ae,Y,Te),we.unbindTexture()},this.copyTextureToTexture=function(b,k,J=null,q=null,Y=0,Te=0){let Ie,Ae,Le,ze,Qe,ft,Be,pt,$t,At=b.isCompressedTexture?b.mipmaps[Te]:b.image;if(J!==null)Ie=J.max.x-J.min.x,Ae=J.max.y-J.min.y,Le=J.isBox3?J.max.z-J.min.z:1,ze=J.min.x,Qe=J.min.y,ft=J.isBox3?J.min.z:0;else{let ct=Math.pow(2,-Y);Ie=Math.floor(At.width*ct),Ae=Math.floor(At.height*ct),b.isDataArrayTexture?Le=At.depth:b.isData3DTexture?Le=Math.floor(At.depth*ct):Le=1,ze=0,Qe=0,ft=0}q!==null?(Be=q.x,pt=q.y,$t=q.z):(Be=0,pt=0,$t=0);let Rt=ge.convert(k.format),dn=ge.convert(k.type),Fe;k.isData3DTexture?(qe.setTexture3D(k,0),Fe=F.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?(qe.setTexture2DArray(k,0),Fe=F.TEXTURE_2D_ARRAY):(qe.setTexture2D(k,0),Fe=F.TEXTURE_2D),we.activeTexture(F.TEXTURE0),we.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,k.flipY),we.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),we.pixelStorei(F.UNPACK_ALIGNMENT,k.unpackAlignment);let sn=we.getParameter(F.UNPACK_ROW_LENGTH),gt=we.getParameter(F.UNPACK_IMAGE_HEIGHT),es=we.getParameter(F.UNPACK_SKIP_PIXELS),rn=we.getParameter(F.UNPACK_SKIP_ROWS),vr=we.getParameter(F.UNPACK_SKIP_IMAGES);we.pixelStorei(F.UNPACK_ROW_LENGTH,At.width),we.pixelStorei(F.UNPACK_IMAGE_HEIGHT,At.height),we.pixelStorei(F.UNPACK_SKIP_PIXELS,ze),we.pixelStorei(F.UNPACK_SKIP_ROWS,Qe),we.pixelStorei(F.UNPACK_SKIP_IMAGES,ft);let Di=b.isDataArrayTexture||b.isData3DTexture,ts=k.isDataArrayTexture||k.isData3DTexture;if(b.isDepthTexture){let ct=Ge.get(b),Zt=Ge.get(k),Un=Ge.get(ct.__renderTarget),Ct=Ge.get(Zt.__renderTarget);we.bindFramebuffer(F.READ_FRAMEBUFFER,Un.__webglFramebuffer),we.bindFramebuffer(F.DRAW_FRAMEBUFFER,Ct.__webglFramebuffer);for(let on=0;on<Le;on++)Di&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Ge.get(b).__webglTexture,Y,ft+on),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Ge.get(k).__webglTexture,Te,$t+on)),F.blitFramebuffer(ze,Qe,ze+Ie,Qe+Ae,Be,pt,Be+Ie,pt+Ae,F.DEPTH_BUFFER_BIT,F.NEAREST);we.bindFramebuffer(F.READ_FRAMEBUFFER,null),we.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(Y!==0||b.isRenderTargetTexture||Ge.has(b)){let ct=Ge.get(b),Zt=Ge.get(k);we.bindFramebuffer(F.READ_FRAMEBUFFER,N),we.bindFramebuffer(F.DRAW_FRAMEBUFFER,H);for(let Un=0;Un<Le;Un++)Di?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ct.__webglTexture,Y,ft+Un):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,ct.__webglTexture,Y),ts?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Zt.__webglTexture,Te,$t+Un):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Zt.__webglTexture,Te),Y!==0?F.blitFramebuffer(ze,Qe,ze+Ie,Qe+Ae,Be,pt,Be+Ie,pt+Ae,F.COLOR_BUFFER_BIT,F.NEAREST):ts?F.copyTexSubImage3D(Fe,Te,Be,pt,$t+Un,ze,Qe,Ie,Ae):F.copyTexSubImage2D(Fe,Te,Be,pt,ze,Qe,Ie,Ae);we.bindFramebuffer(F.READ_FRAMEBUFFER,null),we.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else ts?b.isDataTexture||b.isData3DTexture?F.texSubImage3D(Fe,Te,Be,pt,$t,Ie,Ae,Le,Rt,dn,At.data):k.isCompressedArrayTexture?F.compressedTexSubImage3D(Fe,Te,Be,pt,$t,Ie,Ae,Le,Rt,At.data):F.texSubImage3D(Fe,Te,Be,pt,$t,Ie,Ae,Le,Rt,dn,At):b.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Te,Be,pt,Ie,Ae,Rt,dn,At.data):b.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Te,Be,pt,At.width,At.height,Rt,At.data):F.texSubImage2D(F.TEXTURE_2D,Te,Be,pt,Ie,Ae,Rt,dn,At);we.pixelStorei(F.UNPACK_ROW_LENGTH,sn),we.pixelStorei(F.UNPACK_IMAGE_HEIGHT,gt),we.pixelStorei(F.UNPACK_SKIP_PIXELS,es),we.pixelStorei(F.UNPACK_SKIP_ROWS,rn),we.pixelStorei(F.UNPACK_SKIP_IMAGES,vr),Te===0&&k.generateMipmaps===!0&&k.mipmapsAutoUpdate===!0&&F.generateMipmap(Fe),we.unbindTexture()},this.initRenderTarget=function(b){Ge.get(b).__webglFramebuffer===void 0&&qe.setupRenderTarget(b)},this.initTexture=function(b){b.isCubeTexture?qe.setTextureCube(b,0):b.isData3DTexture?qe.setTexture3D(b,0):b.isDataArrayTexture||b.isCompressedArrayTexture?qe.setTexture2DArray(b,0):qe.setTexture2D(b,0),we.unbindTexture()},this.resetState=function(){$=0,V=0,ce=null,we.reset(),Se.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return mi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=xt._getDrawingBufferColorSpace(e),t.unpackColorSpace=xt._getUnpackColorSpace()}};var mh=class{constructor(e,t,n,s){this.canvas=e;this.changed=t;this.fit=n;this.taken=s;this.camera.up.set(0,0,1),e.addEventListener("pointerdown",r=>this.down(r)),e.addEventListener("pointermove",r=>this.move(r));for(let r of["pointerup","pointercancel"])e.addEventListener(r,o=>this.touches.delete(o.pointerId));e.addEventListener("contextmenu",r=>r.preventDefault()),e.addEventListener("wheel",r=>{r.preventDefault(),this.touched=!0,this.zoom(Math.exp(r.deltaY*.001))},{passive:!1}),e.addEventListener("keydown",r=>this.key(r))}canvas;changed;fit;taken;camera=new Vn(42,1,.01,100);at=new X(.22,0,.29);turn=-.75;tilt=.36;far=1.3;touched=!1;touches=new Map;place(e,t){let{camera:n,at:s,turn:r,tilt:o,far:a}=this;return n.aspect=e/t,n.updateProjectionMatrix(),n.position.set(s.x+a*Math.cos(o)*Math.cos(r),s.y+a*Math.cos(o)*Math.sin(r),s.z+a*Math.sin(o)),n.lookAt(s),n}show(e,t){if(e.isEmpty())return;let n=e.getSize(new X),s=Math.tan(this.camera.fov*Math.PI/360);e.getCenter(this.at);let r=Math.hypot(n.x,n.y)/Math.max(t,.3),o=Math.max(n.z,r,.2)/2;this.far=Math.min(Math.max(o/s*1.25+Math.min(n.x,n.y)/2,.3),40),this.turn=-.75,this.tilt=.36,this.changed()}ray(e){let t=this.canvas.getBoundingClientRect(),n=new pa;return n.setFromCamera(new ht((e.clientX-t.left)/t.width*2-1,1-(e.clientY-t.top)/t.height*2),this.camera),n}down(e){this.taken(e)||(this.touched=!0,this.canvas.setPointerCapture(e.pointerId),this.touches.set(e.pointerId,e))}move(e){let t=this.touches.get(e.pointerId);if(!t)return;let n=e.clientX-t.clientX,s=e.clientY-t.clientY,r=[...this.touches.values()].find(o=>o.pointerId!==e.pointerId);if(this.touches.set(e.pointerId,e),r){let o=a=>Math.hypot(a.clientX-r.clientX,a.clientY-r.clientY);this.zoom(o(t)/Math.max(o(e),1)),this.pan(n/2,s/2)}else e.buttons&6||e.shiftKey?this.pan(n,s):this.turnBy(-n*.008,s*.008)}pan(e,t){let n=2*this.far*Math.tan(this.camera.fov*Math.PI/360)/Math.max(this.canvas.clientHeight,1),s=this.camera.matrixWorld;this.at.addScaledVector(new X().setFromMatrixColumn(s,0),-e*n),this.at.addScaledVector(new X().setFromMatrixColumn(s,1),t*n),this.changed()}turnBy(e,t){this.turn+=e,this.tilt=Math.max(-.4,Math.min(1.55,this.tilt+t)),this.changed()}zoom(e){this.far=Math.max(.15,Math.min(40,this.far*e)),this.changed()}key(e){if(e.ctrlKey||e.altKey||e.metaKey)return;let s=(e.shiftKey&&e.key.startsWith("Arrow")?{ArrowLeft:()=>this.pan(30,0),ArrowRight:()=>this.pan(-30,0),ArrowUp:()=>this.pan(0,30),ArrowDown:()=>this.pan(0,-30)}:{ArrowLeft:()=>this.turnBy(-.12,0),ArrowRight:()=>this.turnBy(.12,0),ArrowUp:()=>this.turnBy(0,.1),ArrowDown:()=>this.turnBy(0,-.1),"+":()=>this.zoom(.88),"=":()=>this.zoom(.88),"-":()=>this.zoom(1.14),r:()=>this.fit(),0:()=>this.fit()})[e.key.length===1?e.key.toLowerCase():e.key];s&&(e.preventDefault(),e.stopPropagation(),this.touched=!0,s())}};function vh(i,e,t){i.position.set(e[t],e[t+1],e[t+2]),i.quaternion.set(e[t+3],e[t+4],e[t+5],e[t+6])}function zd(i){let[e,t,n]=i.size,s;i.kind==="box"?s=new Os(e,t,n):i.kind==="sphere"?s=new cr(e,32,20):i.kind==="cylinder"?s=new ra(e,e,t,40).rotateX(Math.PI/2):s=new sa(e,t,8,32).rotateX(Math.PI/2);let r=new $n(s,new aa({color:i.color,roughness:.5,metalness:.15}));return vh(r,i.at,0),r}function mw(i,e){let t=new hn;return t.setAttribute("position",new bn(new Float32Array(i),3)),t.setAttribute("color",new bn(new Float32Array(e),3)),new lr(t,new Xi({vertexColors:!0}))}function Gd(i){let e=i;return mw([0,0,0,e,0,0,0,0,0,0,e,0,0,0,0,0,0,e],[.9,.2,.2,.9,.2,.2,.15,.7,.25,.15,.7,.25,.25,.45,1,.25,.45,1])}function gw(i,e,t,n){let s=[[-i,-e],[i,-e],[i,e],[-i,e]],r=[];s.forEach(([a,l],c)=>{let[h,u]=s[(c+1)%4];r.push(0,0,0,a,l,t,a,l,t,h,u,t)}),r.push(-i*.4,-e,t,0,-e*1.35,t,0,-e*1.35,t,i*.4,-e,t);let o=new hn;return o.setAttribute("position",new bn(new Float32Array(r),3)),new lr(o,new Xi({color:n,transparent:!0,opacity:.8}))}function o0(i){let[e,t,n]=i.shape.size;return i.kind==="frame"?Gd(e>0?e:.08):i.kind==="frustum"?gw(e,t,n,i.shape.color):zd(i.shape)}var gh=class{constructor(e,t){this.max=e;this.data=new Float32Array(3*e);let n=new hn;n.setAttribute("position",new bn(this.data,3).setUsage(ah)),n.setDrawRange(0,0),this.line=new ar(n,new Xi({color:t,transparent:!0,opacity:.85})),this.line.frustumCulled=!1}max;line;data;n=0;add(e,t,n){let s=3*(this.n-1);this.n>0&&Math.hypot(this.data[s]-e,this.data[s+1]-t,this.data[s+2]-n)<5e-4||(this.n===this.max&&(this.data.copyWithin(0,3),this.n--),this.data.set([e,t,n],3*this.n++),this.update())}clear(){this.n=0,this.update()}update(){this.line.geometry.getAttribute("position").needsUpdate=!0,this.line.geometry.setDrawRange(0,this.n)}},_h=class{line;room=0;constructor(e){this.line=new ar(new hn,new Xi({color:e})),this.line.frustumCulled=!1}set(e){let t=this.line.geometry;e.length>this.room&&(t.dispose(),this.room=Math.max(2*this.room,e.length),t.setAttribute("position",new bn(new Float32Array(this.room),3).setUsage(ah)));let n=t.getAttribute("position");n&&(n.array.set(e),n.needsUpdate=!0),t.setDrawRange(0,e.length/3)}},xh=class{points=new ea(new hn,new oo({size:2,sizeAttenuation:!1,vertexColors:!0}));constructor(){this.points.frustumCulled=!1}set(e){let t=Math.floor(e.byteLength/16),n=new Uint32Array(e,0,4*t),s=new Uint8Array(4*t);for(let o=0;o<t;o++){let a=n[4*o+3];s[4*o]=a>>16,s[4*o+1]=a>>8,s[4*o+2]=a,s[4*o+3]=255}let r=this.points.geometry;r.dispose(),r.setAttribute("position",new Qo(new jo(new Float32Array(e,0,4*t),4),3,0)),r.setAttribute("color",new bn(s,4,!0)),r.setDrawRange(0,t)}};function a0(i){i.traverse(e=>{let t=e;t.geometry?.dispose(),(Array.isArray(t.material)?t.material:[t.material]).forEach(n=>n?.dispose())}),i.clear()}var yh=class{constructor(e){this.canvas=e;this.eye=new mh(e,()=>this.draw(),()=>this.fit(),s=>this.grab(s));let t=new da(16777215,2.2),n=new ca(16777215,8952234,1.1);t.position.set(1.5,-2,3),n.position.set(0,0,1),this.handle.visible=!1,this.handle.renderOrder=9,this.cloud.points.visible=!1,this.scene.add(new fa(16777215,.5),n,t,this.floor,this.world,this.cloud.points,this.handle),this.theme(),Oa(()=>this.theme()),new ResizeObserver(()=>this.draw()).observe(e),e.addEventListener("pointermove",s=>this.drag(s));for(let s of["pointerup","pointercancel"])e.addEventListener(s,()=>this.drop())}canvas;renderer;scene=new Ko;links=[];markers=[];paths=[];world=new gi;floor=new gi;cloud=new xh;grid;off=new Set(["cloud"]);eye;seen=new Hi;placed=0;handle=new $n(new cr(.02,24,16),new ro({color:16726891,transparent:!0,opacity:.85,depthTest:!1}));dragging;moved;draw=ws(()=>this.render());pause=0;drawn=0;start(){try{this.renderer=new dh({canvas:this.canvas,antialias:!0,alpha:!0})}catch{this.canvas.setAttribute("aria-label","the 3-D view needs WebGL, which this browser does not offer"),this.canvas.dataset.webgl="none";return}this.canvas.dataset.webgl="ok",this.renderer.setPixelRatio(Math.min(devicePixelRatio,2));let e=this.renderer.getContext(),t=e.getExtension("WEBGL_debug_renderer_info");t&&/swiftshader|llvmpipe|software/i.test(String(e.getParameter(t.UNMASKED_RENDERER_WEBGL)))&&(this.pause=80),this.draw()}show(e){a0(this.world),this.links=e.links.map(t=>{let n=new gi;for(let s of t.shapes)n.add(zd(s));return this.world.add(n),n}),this.markers=e.markers.map(t=>{let n=new gi;n.add(o0(t)),n.visible=!1,this.world.add(n);let s=t.trail>0?new gh(t.trail,t.shape.color):void 0;return s&&this.world.add(s.line),{name:t.name,kind:t.kind??"",thing:n,trail:s}}),this.paths=(e.paths??[]).map(t=>{let n=new _h(t.color);return this.world.add(n.line),n}),this.seen.makeEmpty(),this.placed=0,this.layers()}place(e){this.links.forEach((t,n)=>vh(t,e,7*n)),this.canvas.dataset.tip=e.slice(-7,-4).map(t=>t.toFixed(4)).join(" "),this.placed++%15===0&&!this.eye.touched&&this.grown()&&this.fit(),this.draw()}mark(e,t){let n=this.markers[e];n&&(n.thing.userData.known=!0,n.thing.visible=this.shown(n),vh(n.thing,t,0),n.trail?.add(t[0],t[1],t[2]),this.draw())}path(e,t){this.paths[e]?.set(t),this.draw()}points(e){this.cloud.set(e),this.draw()}forget(){for(let e of this.markers)e.trail?.clear()}where(e){let t=this.markers.find(n=>n.name===e);return t?.thing.userData.known?t.thing.position.clone():void 0}toggle(e,t){t?this.off.delete(e):this.off.add(e),this.layers()}target(e){this.handle.visible=e!==void 0,e&&this.handle.position.set(e.x,e.y,e.z),this.draw()}grown(){let e=this.seen.getSize(new X).length();for(let t of this.links)this.seen.expandByObject(t);for(let t of this.markers)t.kind===""&&t.thing.userData.known&&this.seen.expandByPoint(t.thing.position);return this.seen.getSize(new X).length()>1.02*e}fit(){this.grown();let{clientWidth:e,clientHeight:t}=this.canvas;e>0&&t>0&&this.eye.show(this.seen,e/t)}shown(e){let t=e.kind==="frame"?this.off.has("frames"):e.kind==="frustum"&&this.off.has("camera");return!!e.thing.userData.known&&!t}layers(){this.floor.visible=!this.off.has("grid"),this.cloud.points.visible=!this.off.has("cloud");for(let e of this.paths)e.line.visible=!this.off.has("paths");for(let e of this.markers)e.thing.visible=this.shown(e),e.trail&&(e.trail.line.visible=!this.off.has("trails"));this.draw()}theme(){let e=new ot(Ys("--floor"));this.grid&&this.grid.dispose(),this.floor.clear(),this.grid=new ma(2.4,24,e,e),this.grid.rotation.x=Math.PI/2,this.grid.material.transparent=!0,this.grid.material.opacity=.55;let t=Gd(.12);t.position.z=.001,this.floor.add(this.grid,t),this.draw()}render(){let{clientWidth:e,clientHeight:t}=this.canvas;if(!this.renderer||e===0||t===0)return;let n=this.drawn+this.pause-performance.now();if(n>0){setTimeout(()=>this.draw(),n);return}this.drawn=performance.now();let s=this.renderer.getSize(new ht);(s.x!==e||s.y!==t)&&this.renderer.setSize(e,t,!1),this.renderer.render(this.scene,this.eye.place(e,t))}grab(e){if(!this.handle.visible||e.button!==0)return!1;let t=this.eye.ray(e),n=this.handle.position;if(!(t.ray.distanceToPoint(n)<Math.max(.03,.025*this.eye.camera.position.distanceTo(n)))&&!e.altKey)return!1;let r=e.shiftKey?this.eye.camera.getWorldDirection(new X).setZ(0).normalize():new X(0,0,1);return this.dragging=new ri().setFromNormalAndCoplanarPoint(r,n),this.canvas.setPointerCapture(e.pointerId),this.drag(e),!0}drag(e){if(!this.dragging)return;let t=this.eye.ray(e).ray.intersectPlane(this.dragging,new X);!t||t.length()>5||(this.dragging.normal.z===1?this.handle.position.copy(t):this.handle.position.z=t.z,this.moved?.(this.handle.position,!1),this.draw())}drop(){this.dragging&&(this.dragging=void 0,this.moved?.(this.handle.position,!0))}};var Sh=class{constructor(e){this.sink=e}sink;ws;head;wait=250;next=1;open=new Map;connect(){let e=new URL("live",location.href);e.protocol=e.protocol==="https:"?"wss:":"ws:",e.hash="",this.sink.link("connecting");let t=new WebSocket(e);this.ws=t,t.binaryType="blob",t.onmessage=n=>{typeof n.data=="string"?this.text(JSON.parse(n.data)):this.binary(n.data)},t.onclose=()=>{let n=[...this.open.values()];this.open.clear();for(let s of n)s.fail(new Error("the connection was lost before the program answered"));this.sink.link("lost"),setTimeout(()=>this.connect(),this.wait),this.wait=Math.min(this.wait*2,4e3)}}ask(e){return new Promise((t,n)=>{if(this.ws?.readyState!==WebSocket.OPEN){n(new Error("not sent: there is no connection to the program"));return}let s=this.next++;this.open.set(s,{done:t,fail:n}),this.ws.send(JSON.stringify({id:s,...e}))})}binary(e){let t=this.head;this.head=void 0,t?.type==="image"?this.sink.image(t,e):t&&this.sink.cloud(t,e)}text(e){switch(e.type){case"hello":this.wait=250,this.sink.link("live"),this.sink.hello(e);break;case"frame":this.sink.frame(e);break;case"image":case"cloud":this.head=e;break;case"rates":this.sink.rates(e);break;case"params":this.sink.params(e);break;case"events":this.sink.events(e.rows??[]);break;case"state":this.sink.state(e);break;case"reply":this.reply(e);break}}reply(e){let t=this.open.get(e.id);this.open.delete(e.id),e.error?t?.fail(new Error(e.error)):t?.done(e)}};mf();If();var Rn=new Da,Hs=i=>f0.ask(i),Ji=new yh(Me("scene")),_w=new La,Hd=new $a(Rn,Hs),Mh=new ml(Rn,Hs),bh=new dl(Rn,Hd,Mh,Hs,i=>{l0.reveal(i)}),l0=new Wa(Rn,{breakAt:i=>{bh.toggleBreak(i)},plot:i=>bh.plotItem(i)}),c0=new fl(Hs),h0=new qa(Rn,Ji,Hs),xw=new ka(Rn,Hd,()=>{h0.stop()}),vw=new Ya((i,e)=>{e&&Rn.control&&Hd.run(`goto ${Ua(i.t,i.m)}`),u0(i.what)});new pl(Rn,i=>{u0(i.name),Ts("inspector-tab")},i=>bh.plotTopic(i));function u0(i){let e=Rn.find(i),t=Rn.topicByName(i)??Rn.topicByName("door/"+i);e?(Rn.select(e),l0.reveal(e)):t&&bh.topic(t)}var wh=[],yw=0,Vd=0;function Sw(i){document.title=`${i.program} \xB7 Sinew`,Me("program").textContent=i.program,Me("clock").dataset.clock=i.clock??"",Vd=0,Ji.show(i.scene),Mw(i.scene.joints),Me("scene").dataset.webgl!=="none"&&Me("scene").setAttribute("aria-label",`robot of ${i.program} with ${i.scene.links.length} links, drawn live`),Rn.hello(i),Mh.show(i),c0.show(i),h0.show(i),Me("robot-panel").classList.toggle("bare",!i.scene.links.length&&!i.scene.markers.length),Rn.topics.length&&d0(),Wd.get("cloud")?.getAttribute("aria-pressed")==="true"&&Hs({do:"cloud",on:!0}).catch(()=>{}),requestAnimationFrame(()=>{document.body.dataset.ready="true"})}function d0(){Rn.topics.length&&Hs({do:"rates",on:!document.hidden}).catch(()=>{})}document.addEventListener("visibilitychange",d0);function Mw(i){wh=[],Me("joints").replaceChildren(...i.map(e=>{let t=ae("dd",{},"\u2013");return wh.push(t),ae("div",{},ae("dt",{},e),t)}))}function bw(i){document.body.dataset.frames=String(++yw),i.t<Vd&&Ji.forget(),Vd=i.t,xw.at(i.t),i.links&&Ji.place(i.links);for(let e of i.markers??[])Ji.mark(e.i,e.pose);for(let e of i.paths??[])Ji.path(e.i,e.points);i.q?.forEach((e,t)=>{wh[t]&&(wh[t].textContent=`${(e*180/Math.PI).toFixed(1).replace("-","\u2212")}\xB0`)}),Mh.at(i.t);for(let e of i.points??[])Mh.add(e);i.alarm!==void 0&&(Me("alarm").textContent=i.alarm),i.status!==void 0&&(Me("status").textContent=i.status)}function ww(i){Me("link").dataset.state=i,Me("linktext").textContent=i==="lost"?"connection lost, trying again":i,i!=="live"?document.body.dataset.state=i:document.body.dataset.state==="connecting"&&(document.body.dataset.state="running")}var Wd=new Map;for(let[i,e,t]of[["grid","grid",!0],["frames","frames",!0],["paths","plan",!0],["trails","trail",!0],["camera","camera",!0],["cloud","cloud",!1]]){let n=Pn(e,`show or hide: ${e}`,()=>{let s=n.getAttribute("aria-pressed")!=="true";n.setAttribute("aria-pressed",String(s)),Ji.toggle(i,s),i==="cloud"&&Hs({do:"cloud",on:s}).catch(()=>{})},{class:"quiet text","aria-pressed":String(t)});Wd.set(i,n)}Me("scene-tools").append(Pn("fit","fit the view (R)",()=>Ji.fit(),{class:"quiet"}),...Wd.values());var f0=new Sh({hello:Sw,frame:bw,link:ww,image:(i,e)=>{_w.show(i,e)},cloud:(i,e)=>{e.arrayBuffer().then(t=>Ji.points(t))},rates:i=>Rn.rates(i),params:i=>c0.values(i),events:i=>vw.add(i),state:i=>Rn.setState(i)});f0.connect();setTimeout(()=>Ji.start(),0);
/*! Bundled license information:

three/build/three.core.js:
three/build/three.module.js:
  (**
   * @license
   * Copyright 2010-2026 Three.js Authors
   * SPDX-License-Identifier: MIT
   *)
*/
