from ex import *
from e9d import mk
from mix import Model
t=time.time()
Model.densities=mk(3.0,2.0,1)
SV={'gp':1,'kde':.4,'order':.5,'pl2.5':.15,'pl3.0':.15}; ST={'order':.75,'pl2.5':.5,'pl3.0':.5}
NEU=lambda D: D['order']
def ab(margin,kappa,forget,names=OPEN,tag=''):
    R={}
    for name,i,w,m,D in cached(True,P0,names,tag):
        if not D: continue
        LL=np.stack([pool(SV)(D),pool(ST)(D)]); fx,sm,FS=filt(m,LL,smooth=False) if False else filt(m,LL,smooth=False)
        F=FS; N=len(F); neu=D['order']; Mm=m.M.astype(np.float32); S=np.zeros(2); ps=np.zeros((N,2,len(m.X)),np.float32)
        wB=np.empty(N); lastb=None
        for k in range(N):
            if k>0:
                sc=[]
                for b in range(2):
                    a=F[k-1,b]; bb=np.einsum('mj,mg->jg',Mm,a); p=sum(bb[j]@m.T[j].astype(np.float32) for j in range(3)); sc.append(log((p*np.exp(neu[k]-neu[k].max())).sum()+1e-12))
                S=forget*S+np.array(sc)
            wB[k]=1/(1+exp(-kappa*(S[0]-S[1])-margin))
        P=F.sum(2); mu=P@m.X; f=wB[:,None]*mu[:,0]+(1-wB)[:,None]*mu[:,1]
        for lb,g in (('B',mu[:,0]),('A',mu[:,1]),('AB',f)): R.setdefault((name,lb),[]).append(np.hypot(*(g[w['ki']]-w['tr']).T).mean())
        R.setdefault((name,'w'),[]).append(wB[w['ki']].mean())
    return {k:np.mean(v) for k,v in R.items()}
def report(lbl,R):
    print(lbl,' '.join(f"{n}: {R[n,'B']:.2f} {R[n,'A']:.2f} -> {R[n,'AB']:.2f} (w {R[n,'w']:.2f})" for n in OPEN if (n,'B') in R),flush=True)
for mir in ('no','x','y'):
    if mir!='no':
        MODELS.clear()
        for s in ALL:
            A=s['A'][:,:2]; ax=0 if mir=='x' else 1; mid=(A[:,ax].min()+A[:,ax].max())/2
            done={}
            for w in s['walks']:
                sv=w.get('sv0') or w['survey']
                if sv is None: continue
                w['sv0']=sv
                if id(sv) not in done:
                    xy=sv[0].copy(); xy[:,ax]=2*mid-xy[:,ax]; done[id(sv)]=(xy,)+sv[1:]
                w['survey']=done[id(sv)]
    for (mg,ka,fo) in ((1,1,.95),(2,1,.95),(2,2,.95),(2,1,.9)):
        report(f'{mir} {mg} {ka} {fo}',ab(mg,ka,fo,tag=mir))
print(time.time()-t)
